"""Heavy questions (odds, replays, draws, papers, lists, uploads): in processes of their own, bounded, and paid for."""
