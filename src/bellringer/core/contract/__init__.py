"""The contract between a game and all that plays, keeps and shows it; its options, versions, cards and ledger."""
