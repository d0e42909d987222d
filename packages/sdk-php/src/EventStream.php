<?php

declare(strict_types=1);

namespace Svc\Payments;

use Psr\Http\Message\ResponseInterface;
use Svc\Payments\Exception\ConnectionException;
use Svc\Payments\Exception\InvalidResponseException;
use Svc\Payments\Exception\TimeoutException;
use Svc\Payments\Internal\IncomingBody;
use Svc\Payments\Internal\Json;
use Svc\Payments\Internal\SseParser;
use Svc\Payments\Models\WebhookEvent;

/**
 * Events as they happen. Use `foreach` once. The loop ends when the service ends the stream, or when you close it. Leaving
 * the loop closes the connection.
 *
 * It throws a ConnectionException if the stream is interrupted, and a TimeoutException if no data arrives within
 * `timeout`. In both cases open a new stream with its `lastEventId()`, and nothing is lost. It throws an
 * InvalidResponseException if an event cannot be read or is longer than 1 MiB.
 *
 * @implements \IteratorAggregate<int, StreamedEvent>
 */
final class EventStream implements \IteratorAggregate
{
    private ?string $lastEventId = null;
    private readonly SseParser $parser;
    private bool $closed = false;

    /** @internal */
    public function __construct(private readonly ResponseInterface $response, private readonly IncomingBody $body)
    {
        $this->parser = new SseParser();
    }

    /** The position to continue at. Null until the service has sent a position, which it does first. */
    public function lastEventId(): ?string
    {
        return $this->lastEventId;
    }

    /** Milliseconds to wait before reconnecting, as requested by the service. Null until it has sent a value. */
    public function retryMs(): ?int
    {
        return $this->parser->retryMs;
    }

    /**
     * @return \Generator<int, StreamedEvent>
     * @throws ConnectionException
     * @throws TimeoutException
     * @throws InvalidResponseException
     */
    public function getIterator(): \Generator
    {
        try {
            while (!$this->closed && ($piece = $this->body->read()) !== '') {
                foreach ($this->messages($piece) as ['id' => $id, 'data' => $data]) {
                    if ($this->closed) {
                        return;
                    }
                    $this->lastEventId = $id;
                    if ($data !== null) {
                        yield new StreamedEvent($id ?? '', $this->event($data), $data);
                    }
                }
            }
        } catch (ConnectionException $error) {
            if (!$this->closed) {
                throw $error;
            }
        } finally {
            $this->body->close();
        }
        if (!$this->closed && !$this->parser->ended) {
            throw new ConnectionException('The stream broke off.');
        }
    }

    /** Ends the stream. A loop that reads it receives no more events. */
    public function close(): void
    {
        $this->closed = true;
        $this->body->close();
    }

    /** @return \Generator<int, array{id: string|null, data: string|null}> */
    private function messages(string $piece): \Generator
    {
        try {
            yield from $this->parser->push($piece);
        } catch (\LengthException $tooLong) {
            throw new InvalidResponseException($tooLong->getMessage(), $this->response);
        }
    }

    private function event(string $data): WebhookEvent
    {
        $json = Json::object($data) ?? throw new InvalidResponseException('has an event that is no JSON object', $this->response);

        return WebhookEvent::read($json);
    }
}
