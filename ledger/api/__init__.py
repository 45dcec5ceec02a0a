"""Answers for programs: msgspec structs, and their JSON Schema."""
