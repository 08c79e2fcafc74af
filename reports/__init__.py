"""Opinions on what to ask: one file per question; comes with the balance report."""
