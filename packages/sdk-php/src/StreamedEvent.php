<?php

declare(strict_types=1);

namespace Svc\Payments;

use Svc\Payments\Models\WebhookEvent;

/** An event as a stream brings it. */
final class StreamedEvent
{
    /**
     * @internal
     * @param string $id Where the stream is with it: the `lastEventId` to go on behind it.
     * @param string $body The very bytes that a webhook is delivered, and that are signed.
     */
    public function __construct(
        public readonly string $id,
        public readonly WebhookEvent $event,
        public readonly string $body,
    ) {
    }
}
