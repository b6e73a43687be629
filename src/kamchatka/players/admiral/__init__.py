"""The admiral: a learned player. One network per edition chooses actions code by code (docs/bots.md)."""
