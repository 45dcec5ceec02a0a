"""An evening: events folded into seats, books and the game in hand."""
