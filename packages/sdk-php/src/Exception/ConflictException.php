<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 409: the object is in a state that does not allow this, or the work is being done already. */
final class ConflictException extends ApiException
{
}
