<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 500 and above: the service, or a proxy before it, failed. */
final class InternalServerException extends ApiException
{
}
