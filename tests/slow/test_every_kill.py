# SPDX-License-Identifier: MIT
"""A deploy is killed, or its board unplugged, at every single step, and deployed again."""

import pytest
from test_deploy_kills import OLD, deploy_after_each


@pytest.mark.parametrize("cached", [False, True], ids=["killed", "unplugged"])
@pytest.mark.parametrize("old", [{}, OLD], ids=["fresh", "older"])
def test_the_next_deploy_always_ends_verified(tmp_path, old, cached):
    deploy_after_each(tmp_path, old, cached)
