<?php

declare(strict_types=1);

namespace Svc\Payments;

/** Marks an argument that is left out. Null is a `TypeError` unless the description of the argument gives it a meaning. */
enum NotGiven
{
    case Value;
}
