<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Svc\Payments\RequestOptions;

/**
 * The time limits of one call, and its number of retries.
 *
 * @internal
 */
final class Limits
{
    /** @throws \InvalidArgumentException naming what cannot be right */
    public function __construct(
        public readonly float $timeout,
        public readonly float $totalTimeout,
        public readonly int $maxRetries,
    ) {
        if (!($timeout > 0) || \is_infinite($timeout)) {
            throw new \InvalidArgumentException('timeout must be a number of seconds above 0');
        }
        if (!($totalTimeout > 0)) {
            throw new \InvalidArgumentException('totalTimeout must be a number of seconds above 0');
        }
        if ($maxRetries < 0) {
            throw new \InvalidArgumentException('maxRetries must be 0 or more');
        }
    }

    /** The limits of one call: its own, else these. */
    public function for(RequestOptions $options): self
    {
        return new self(
            $options->timeout ?? $this->timeout,
            $options->totalTimeout ?? $this->totalTimeout,
            $options->maxRetries ?? $this->maxRetries,
        );
    }
}
