<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\ResponseInterface;
use Svc\Payments\Exception\ConnectionException;

/**
 * By any PSR-18 client. It has time limits of its own, and whether it hands out a body before that is complete is its affair.
 *
 * @internal
 */
final class PsrSender implements Sender
{
    private readonly Process $process;

    public function __construct(private readonly RequestBuilder $builder, private readonly ClientInterface $client)
    {
        $this->process = new Process();
    }

    public function send(Outgoing $request, Deadline $deadline, bool $streams, \Closure $answered): ResponseInterface
    {
        $this->process->refuseAnother();
        try {
            $response = $this->client->sendRequest($this->builder->build($request));
            $answered($response);

            return $response;
        } catch (ClientExceptionInterface $cause) {
            $late = $deadline->passed();
            $kind = (new \ReflectionClass($cause))->getShortName();
        }

        throw $late ? $deadline->error() : new ConnectionException("No complete answer came: {$kind} of the HTTP client.");
    }
}
