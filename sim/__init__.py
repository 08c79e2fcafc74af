"""The machine: records, rules, luck, batches and results.  Nothing here knows a particular game."""
