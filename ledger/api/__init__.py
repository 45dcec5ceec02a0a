"""What programs get: answers as structs, and their JSON Schema."""
