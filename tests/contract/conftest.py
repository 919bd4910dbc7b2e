"""How hypothesis works here: the same examples every time, and as long as they take; fewer on the checked build."""

from hypothesis import HealthCheck, settings

from tests.contract.tables import CHECKED

settings.register_profile(
    "contract",
    derandomize=True,
    deadline=None,
    max_examples=25 if CHECKED else 100,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("contract")
