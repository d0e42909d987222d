<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

use Svc\Payments\Models\FieldError;
use Svc\Payments\Models\Problem;

/** The error of a failed call. `getCode()` is the status, or 0 if there was no response. */
class SvcException extends \RuntimeException
{
    /** The id of the request in the logs of the service. Quote it when you ask for help. */
    public readonly ?string $requestId;

    /**
     * The idempotency key of the call. If the call may have taken effect, repeat it with this key, and it is done once. The
     * service stores the key for at least 24 hours. Null for calls without a key.
     */
    public readonly ?string $idempotencyKey;

    /**
     * @internal
     * @param string $errorCode The code of the error: one of Models\ProblemCode, or `connection_failed`,
     *     `timeout`, `invalid_response`, `unexpected_status`.
     * @param int|null $status The HTTP status. Null if there was no response.
     * @param array<string, list<string>> $headers The headers of the response. Empty if there was none.
     * @param Problem|null $problem The whole problem document. Null if the response contained none, for example from a proxy.
     * @param list<FieldError> $fieldErrors The invalid values of the request, if the service reported some.
     */
    public function __construct(
        string $message,
        public readonly string $errorCode,
        public readonly ?int $status = null,
        public readonly array $headers = [],
        public readonly ?Problem $problem = null,
        public readonly array $fieldErrors = [],
    ) {
        parent::__construct($message, $status ?? 0);
        $this->requestId = $this->header('Request-Id');
        // The code that creates the error does not know the call. Until it is set, __get() is used.
        unset($this->idempotencyKey);
    }

    /** @internal */
    public function ofCall(?string $idempotencyKey): static
    {
        $this->idempotencyKey = $idempotencyKey;

        return $this;
    }

    public function __get(string $name): mixed
    {
        return $name === 'idempotencyKey' ? null : throw new \OutOfBoundsException(static::class . " has no {$name}");
    }

    /** A header of the response, in any case. Null if there is none. */
    public function header(string $name): ?string
    {
        foreach ($this->headers as $each => $values) {
            if (\strcasecmp((string) $each, $name) === 0) {
                return \implode(', ', $values);
            }
        }

        return null;
    }
}
