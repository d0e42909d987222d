<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 404: there is no such object, or it is another account's or mode's. */
final class NotFoundException extends ApiException
{
}
