<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

use Psr\Http\Message\ResponseInterface;

/** The status says success, but the answer cannot be read: most likely `baseUrl` leads elsewhere. */
final class InvalidResponseException extends SvcException
{
    /** @internal */
    public function __construct(string $reason, ResponseInterface $response)
    {
        $status = $response->getStatusCode();
        parent::__construct("The answer with status {$status} {$reason}.", 'invalid_response', $status, $response->getHeaders());
    }
}
