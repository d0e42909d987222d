"""Makes payments and follows their events at the same time, on one event loop."""

import asyncio
import os

from svc_payments import AsyncSvc
from svc_payments.models import PaymentCompletedEvent


async def main() -> None:
    async with AsyncSvc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"]) as svc:
        async with svc.events.stream(type="payment.completed") as stream:
            made = await asyncio.gather(
                *(svc.payments.create(amount={"value": value, "currency": "EUR"}) for value in (100, 200, 300))
            )
            waiting = {payment.id for payment in made}
            async for streamed in stream:
                if isinstance(streamed.event, PaymentCompletedEvent):
                    waiting.discard(streamed.event.data.id)
                if not waiting:
                    break
        print("completed", len(made))


asyncio.run(main())
