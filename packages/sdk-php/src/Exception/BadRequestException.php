<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 400: the request is malformed. */
final class BadRequestException extends ApiException
{
}
