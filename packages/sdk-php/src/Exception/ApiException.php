<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** The service, or something before it, refused the request: `status` says how. */
class ApiException extends SvcException
{
}
