"""Executes notebooks, all or those named, and keeps them with what they show, but for times and versions."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent


def rewrite(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    NotebookClient(notebook, record_timing=False, resources={"metadata": {"path": str(FOLDER)}}).execute()
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata = {}
    nbformat.write(notebook, file)


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(FOLDER.glob("*.ipynb")):
        rewrite(Path(name))
