<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 403: the key may not do this. */
final class PermissionDeniedException extends ApiException
{
}
