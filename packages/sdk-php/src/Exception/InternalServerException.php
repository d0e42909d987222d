<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 500 and above: the service, or something before it, has failed. */
final class InternalServerException extends ApiException
{
}
