<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** There was no complete response. The request may or may not have taken effect. */
class ConnectionException extends SvcException
{
    /** @internal */
    public function __construct(string $message, string $errorCode = 'connection_failed')
    {
        parent::__construct($message, $errorCode);
    }
}
