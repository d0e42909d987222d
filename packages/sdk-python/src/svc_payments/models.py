"""What the service answers: `models.Payment`, `models.WebhookEvent`, ..."""

from ._generated.models import *  # noqa: F403
