<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 429: too many requests. */
final class RateLimitException extends ApiException
{
}
