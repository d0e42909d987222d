<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/**
 * A value that shows in no dump of the object that holds it: not by var_dump, var_export, a cast to an array or a debugger
 * that goes by them, and that cannot be serialized.
 *
 * @internal
 */
final class Secret
{
    /** @var \WeakMap<self, mixed>|null */
    private static ?\WeakMap $values = null;

    public function __construct(#[\SensitiveParameter] mixed $value)
    {
        self::$values ??= new \WeakMap();
        self::$values[$this] = $value;
    }

    public function value(): mixed
    {
        return self::$values[$this] ?? null;
    }

    public function __serialize(): array
    {
        throw new \LogicException('A client of Svc Payments cannot be serialized: it holds a key');
    }

    public function __clone()
    {
        throw new \LogicException('A client of Svc Payments cannot be cloned');
    }
}
