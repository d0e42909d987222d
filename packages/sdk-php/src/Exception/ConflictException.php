<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 409: the state of the object does not allow this, or the same request is still in progress. */
final class ConflictException extends ApiException
{
}
