<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/** @internal */
final class Version
{
    public const NUMBER = '3.2.0';
}
