<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 412 and 428: the object has changed since you read it, or If-Match is missing. */
final class PreconditionException extends ApiException
{
}
