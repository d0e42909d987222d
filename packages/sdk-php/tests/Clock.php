<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

final class Clock
{
    public static ?int $now = null;
}
