<?php

declare(strict_types=1);

namespace Svc\Payments;

use Svc\Payments\Models\WebhookEvent;

/** An event of a stream. */
final class StreamedEvent
{
    /**
     * @internal
     * @param string $id The position of the stream after this event. Pass it as `lastEventId` to continue there.
     * @param string $body Exactly the signed bytes of a webhook delivery.
     */
    public function __construct(
        public readonly string $id,
        public readonly WebhookEvent $event,
        public readonly string $body,
    ) {
    }
}
