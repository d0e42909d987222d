<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

final class Hmacs
{
    public static int $computed = 0;
}
