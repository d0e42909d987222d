<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** The delivery is not authentic. Respond with 400 and do nothing else. */
final class WebhookVerificationException extends \RuntimeException
{
    /**
     * @internal
     * @param string $errorCode `body_not_raw`, `signature_missing`, `signature_mismatch`, `timestamp_out_of_tolerance` or
     *     `body_not_json`.
     */
    public function __construct(public readonly string $errorCode, string $message)
    {
        parent::__construct($message);
    }
}
