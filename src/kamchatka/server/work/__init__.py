"""Worker processes for expensive requests (odds, replays, draws, PDFs, imports), with limits and budgets."""
