"""Read and write evenings as scripts, JSON lines, and files of other programs."""
