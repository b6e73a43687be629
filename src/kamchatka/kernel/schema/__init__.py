"""What facts, frames and actions are made of: plain data whose classes declare every field once."""
