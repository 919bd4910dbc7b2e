"""A first learner: Notre Dame for two by PPO with masks, by sb3-contrib."""
