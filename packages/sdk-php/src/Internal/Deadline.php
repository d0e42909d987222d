<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Svc\Payments\Exception\TimeoutException;

/**
 * When an attempt has to be over.
 *
 * @internal
 */
final class Deadline
{
    /** Timers of others are this much early at most. */
    private const EARLY = 0.01;

    private ?float $end;

    /** @param float $silence Seconds that a body which is taken as it comes may be silent. */
    public function __construct(public readonly float $seconds, public readonly float $silence)
    {
        $this->end = self::now() + $seconds;
    }

    /** Seconds on a clock that nobody sets. */
    public static function now(): float
    {
        return \hrtime(true) / 1e9;
    }

    /** Seconds that are left for the next step. */
    public function left(): float
    {
        return $this->end === null ? $this->silence : \max($this->end - self::now(), 0.001);
    }

    public function passed(): bool
    {
        return $this->end !== null && self::now() > $this->end - self::EARLY;
    }

    /** @throws TimeoutException */
    public function check(): void
    {
        if ($this->passed()) {
            throw $this->error();
        }
    }

    /** From here on what is limited is each silence, as befits a body that is taken as it comes. */
    public function onlySilences(): void
    {
        $this->end = null;
    }

    public function error(): TimeoutException
    {
        $seconds = $this->end === null ? $this->silence : $this->seconds;

        return new TimeoutException(\sprintf('There was no complete response within %s s.', \round($seconds, 3)));
    }
}
