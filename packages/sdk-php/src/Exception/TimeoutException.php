<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** There was no complete response in time. The request may or may not have taken effect. */
final class TimeoutException extends ConnectionException
{
    /** @internal */
    public function __construct(string $message)
    {
        parent::__construct($message, 'timeout');
    }
}
