<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** The service, or a proxy before it, refused the request. See `status`. */
class ApiException extends SvcException
{
}
