<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 404: there is no such object in this account and mode. */
final class NotFoundException extends ApiException
{
}
