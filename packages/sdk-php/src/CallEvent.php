<?php

declare(strict_types=1);

namespace Svc\Payments;

/** Something that happened in a call. It never holds a key, the value of a header, a query or a body. */
final class CallEvent
{
    public const REQUEST = 'request';
    public const RESPONSE = 'response';
    public const FAILURE = 'failure';
    public const WAIT = 'wait';

    /**
     * @internal
     * @param self::* $kind `request` before each attempt, `response` for each answer, `failure` when none came, `wait`
     *     before the next attempt.
     * @param string $url The address without its query, which may name people.
     * @param int $attempt From 1.
     * @param int|null $status Of a response.
     * @param string|null $requestId Of a response, when it has one: names the request in the service's logs.
     * @param float|null $milliseconds How long the answer or the failure took; of a wait, how long it will be.
     * @param string|null $code Of a failure: that of the error, such as `timeout`.
     */
    public function __construct(
        public readonly string $kind,
        public readonly string $method,
        public readonly string $url,
        public readonly int $attempt,
        public readonly ?int $status = null,
        public readonly ?string $requestId = null,
        public readonly ?float $milliseconds = null,
        public readonly ?string $code = null,
    ) {
    }
}
