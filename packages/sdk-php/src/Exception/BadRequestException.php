<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 400: the request cannot be understood. */
final class BadRequestException extends ApiException
{
}
