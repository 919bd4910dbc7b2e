"""The rules of a game for their pages: chapters, cards, the ledger, and finding words in all of them."""
