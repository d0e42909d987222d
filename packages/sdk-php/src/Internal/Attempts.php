<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Psr\Http\Message\ResponseInterface;
use Svc\Payments\CallEvent;
use Svc\Payments\Exception\ApiException;
use Svc\Payments\Exception\ConnectionException;
use Svc\Payments\Exception\InvalidResponseException;
use Svc\Payments\Exception\SvcException;

/**
 * The attempts of one call: when there is another, and how long all may take.
 *
 * @internal
 */
final class Attempts
{
    private const FIRST_PAUSE = 0.5;
    private const LONGEST_PAUSE = 8.0;
    private const LONGEST_RETRY_AFTER = 60.0;
    /** The forms of a date in HTTP, RFC 9110, 5.6.7. */
    private const DATES = ['D, d M Y H:i:s \G\M\T', 'l, d-M-y H:i:s \G\M\T', 'D M j H:i:s Y'];

    private int $number = 0;
    private float $began = 0.0;
    private readonly float $end;

    /** @param (\Closure(CallEvent): mixed)|null $hook */
    public function __construct(
        private readonly Outgoing $request,
        private readonly Limits $limits,
        private readonly ?\Closure $hook,
    ) {
        $this->end = Deadline::now() + $limits->totalTimeout;
    }

    /** Begins an attempt, which has to end by the deadline. */
    public function begin(): Deadline
    {
        ++$this->number;
        $this->began = Deadline::now();
        $this->tell(CallEvent::REQUEST);
        $seconds = \min($this->limits->timeout, $this->end - $this->began);

        return new Deadline(\max($seconds, 0.001), $this->limits->timeout);
    }

    /** Notes the head of an answer. */
    public function answered(ResponseInterface $response): void
    {
        $requestId = $response->hasHeader('Request-Id') ? $response->getHeaderLine('Request-Id') : null;
        $this->tell(CallEvent::RESPONSE, $response->getStatusCode(), $requestId, $this->elapsed());
    }

    /** How many seconds to wait for another attempt after this error; null when there is none. */
    public function pause(SvcException $error): ?float
    {
        if ($error instanceof ConnectionException || $error instanceof InvalidResponseException) {
            $this->tell(CallEvent::FAILURE, milliseconds: $this->elapsed(), code: $error->errorCode);
        }
        if ($this->number > $this->limits->maxRetries || !self::passes($error)) {
            return null;
        }
        $seconds = \max(self::backoff($this->number), self::retryAfter($error) ?? 0.0);
        if ($seconds > self::LONGEST_RETRY_AFTER || Deadline::now() + $seconds > $this->end) {
            return null;
        }
        $this->tell(CallEvent::WAIT, milliseconds: $seconds * 1000);

        return $seconds;
    }

    private function elapsed(): float
    {
        return (Deadline::now() - $this->began) * 1000;
    }

    private function tell(
        string $kind,
        ?int $status = null,
        ?string $requestId = null,
        ?float $milliseconds = null,
        ?string $code = null,
    ): void {
        if ($this->hook === null) {
            return;
        }
        $address = $this->request->address();
        try {
            ($this->hook)(
                new CallEvent($kind, $this->request->method, $address, $this->number, $status, $requestId, $milliseconds, $code),
            );
        } catch (\Throwable) {
            // What a log does wrong is none of the call's business.
        }
    }

    /** Whether another attempt may fare better. */
    private static function passes(SvcException $error): bool
    {
        if (!$error instanceof ApiException) {
            return $error instanceof ConnectionException;
        }

        return match (true) {
            $error->status === 409 => $error->errorCode === 'idempotency_in_progress',
            default => \in_array($error->status, [408, 429], true) || $error->status >= 500,
        };
    }

    private static function backoff(int $number): float
    {
        $longest = \min(self::LONGEST_PAUSE, self::FIRST_PAUSE * 2 ** ($number - 1));

        return $longest * (1 - \random_int(0, 1_000_000) / 2_000_000);
    }

    /** The seconds in the Retry-After header, in either form. Null if it is missing or unreadable. */
    private static function retryAfter(SvcException $error): ?float
    {
        $value = \trim($error->header('Retry-After') ?? '');
        if (\preg_match('/^\d+$/D', $value) === 1) {
            return (float) $value;
        }
        foreach (self::DATES as $format) {
            $moment = \DateTimeImmutable::createFromFormat("!{$format}", $value, new \DateTimeZone('UTC'));
            // A date whose weekday is wrong would be read as another date.
            if ($moment !== false && $moment->format($format) === \preg_replace('/ +/', ' ', $value)) {
                return $moment->getTimestamp() - \microtime(true);
            }
        }

        return null;
    }
}
