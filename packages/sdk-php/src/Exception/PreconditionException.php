<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 412 and 428: the object has changed since it was seen, or what was seen must be named. */
final class PreconditionException extends ApiException
{
}
