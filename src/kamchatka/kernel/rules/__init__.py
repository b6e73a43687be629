"""Chapters shared by two or more editions. A chapter knows the kernel, never another chapter or an edition."""
