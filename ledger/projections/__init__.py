"""What an evening means: views, from which nothing is read back."""
