<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 422: values of the request are invalid. See `fieldErrors`. */
final class UnprocessableEntityException extends ApiException
{
}
