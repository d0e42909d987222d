<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** A delivery that must not be trusted. Answer 400 and do nothing else. */
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
