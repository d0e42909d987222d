"""Objects within requests, for annotations: `params.AmountParams`, ..."""

from ._generated.params import *  # noqa: F403
