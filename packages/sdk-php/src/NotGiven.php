<?php

declare(strict_types=1);

namespace Svc\Payments;

/** Stands for what is left out of a change, where null removes. */
enum NotGiven
{
    case Value;
}
