"""Values without rules: events, cards, money, books and refusals."""
