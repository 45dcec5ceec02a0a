"""The values everything is made of: events, cards, money, books and refusals."""
