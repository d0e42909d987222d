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
 * Events as they happen; `foreach` over them, once. The loop ends when the service ends the stream, and leaving it closes
 * the connection.
 *
 * It throws a ConnectionException when the stream breaks off, and a TimeoutException when it is silent for longer than
 * `timeout`. Nothing is lost either way: open another one with its `lastEventId()`.
 *
 * @implements \IteratorAggregate<int, StreamedEvent>
 */
final class EventStream implements \IteratorAggregate
{
    private ?string $lastEventId = null;
    private readonly SseParser $parser;

    /** @internal */
    public function __construct(private readonly ResponseInterface $response, private readonly IncomingBody $body)
    {
        $this->parser = new SseParser();
    }

    /** Where to go on, behind what has been read; null until the service has said so, which it does first of all. */
    public function lastEventId(): ?string
    {
        return $this->lastEventId;
    }

    /** Milliseconds after which the service wants to be asked again; null until it has said so. */
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
            while (($piece = $this->body->read()) !== '') {
                foreach ($this->parser->push($piece) as ['id' => $id, 'data' => $data]) {
                    $this->lastEventId = $id;
                    if ($data !== null) {
                        yield new StreamedEvent($id ?? '', $this->event($data), $data);
                    }
                }
            }
        } finally {
            $this->close();
        }
        if (!$this->parser->ended) {
            throw new ConnectionException('The stream broke off.');
        }
    }

    /** Ends the stream. A loop that reads it receives no more events. */
    public function close(): void
    {
        $this->body->close();
    }

    private function event(string $data): WebhookEvent
    {
        $json = Json::object($data) ?? throw new InvalidResponseException('has an event that is no JSON object', $this->response);

        return WebhookEvent::read($json);
    }
}
