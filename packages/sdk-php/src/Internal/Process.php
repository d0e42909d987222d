<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/**
 * The process that something was made in. Those that it forks share its connections, and would read each other's answers.
 *
 * @internal
 */
final class Process
{
    private readonly int $id;

    public function __construct()
    {
        $this->id = (int) \getmypid();
    }

    public function isAnother(): bool
    {
        return (int) \getmypid() !== $this->id;
    }

    /** @throws \LogicException */
    public function refuseAnother(): void
    {
        if ($this->isAnother()) {
            throw new \LogicException(
                'This client of Svc Payments was made before the process forked, with an httpClient whose connections the parent'
                    . ' uses as well: make both after the fork',
            );
        }
    }
}
