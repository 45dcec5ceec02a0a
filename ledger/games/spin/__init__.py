"""Spin."""
