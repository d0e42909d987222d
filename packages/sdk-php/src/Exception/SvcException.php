<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

use Svc\Payments\Models\FieldError;
use Svc\Payments\Models\Problem;

/** Anything that went wrong with a call. `getCode()` is the status, 0 when there was no answer. */
class SvcException extends \RuntimeException
{
    /** Names the request in the service's logs: quote it when you ask for help. */
    public readonly ?string $requestId;

    /**
     * With which the call was made: when it may have taken effect, repeat it with this key, and it is done once. The service
     * keeps it for 24 hours at least. Null for calls that have none.
     */
    public readonly ?string $idempotencyKey;

    /**
     * @internal
     * @param string $errorCode What went wrong, as a word to decide by: one of Models\ProblemCode, or `connection_failed`,
     *     `timeout`, `invalid_response`, `unexpected_status`.
     * @param int|null $status The HTTP status; null when there was no answer.
     * @param array<string, list<string>> $headers Of the answer; empty when there was none.
     * @param Problem|null $problem The whole problem document; null when the answer was none, as from a proxy.
     * @param list<FieldError> $fieldErrors Each value of the request that is wrong, when the service pointed at some.
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

    /** A header of the answer, whatever its case; null when there is none. */
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
