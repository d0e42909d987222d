<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Psr\Http\Message\ResponseInterface;
use Svc\Payments\Exception\ConnectionException;

/**
 * Sends one request and gives back its answer.
 *
 * Neither it nor what it throws hands on the request that was sent: it carries the key, and errors end in logs.
 *
 * @internal
 */
interface Sender
{
    /**
     * @param bool $streams Whether the body is wanted as it comes.
     * @param \Closure(ResponseInterface): void $answered Receives the headers of the response.
     * @throws ConnectionException
     */
    public function send(Outgoing $request, Deadline $deadline, bool $streams, \Closure $answered): ResponseInterface;
}
