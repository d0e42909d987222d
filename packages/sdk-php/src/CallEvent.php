<?php

declare(strict_types=1);

namespace Svc\Payments;

/** Something that happened in a call. It never contains a key, the value of a header, a query or a body. */
final class CallEvent
{
    public const REQUEST = 'request';
    public const RESPONSE = 'response';
    public const FAILURE = 'failure';
    public const WAIT = 'wait';

    /**
     * @internal
     * @param self::* $kind `request` before each attempt, `response` for each response, `failure` if there was none, `wait`
     *     before a retry.
     * @param string $url The URL without its query, which may contain personal data.
     * @param int $attempt From 1.
     * @param int|null $status Of a response.
     * @param string|null $requestId Of a response, if it has one: the id of the request in the logs of the service.
     * @param float|null $milliseconds How long the response or the failure took. For a wait, how long it will be.
     * @param string|null $code Of a failure: the code of the error, such as `timeout`.
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
