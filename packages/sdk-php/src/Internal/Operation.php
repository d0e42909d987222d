<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/**
 * An operation of the contract.
 *
 * @internal
 */
final class Operation
{
    /** @param bool $idempotent Whether it takes an Idempotency-Key. */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly bool $idempotent = false,
        public readonly bool $bodyRequired = false,
    ) {
    }
}
