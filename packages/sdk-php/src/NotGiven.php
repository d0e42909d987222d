<?php

declare(strict_types=1);

namespace Svc\Payments;

/** Marks a field that is left out of an update, where null would remove it. */
enum NotGiven
{
    case Value;
}
