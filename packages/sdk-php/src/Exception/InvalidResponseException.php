<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

use Psr\Http\Message\ResponseInterface;

/** The status is a success, but the response cannot be read. The most likely cause is a wrong `baseUrl`. */
final class InvalidResponseException extends SvcException
{
    /** @internal */
    public function __construct(string $reason, ResponseInterface $response)
    {
        $status = $response->getStatusCode();
        parent::__construct("The response with status {$status} {$reason}.", 'invalid_response', $status, $response->getHeaders());
    }
}
