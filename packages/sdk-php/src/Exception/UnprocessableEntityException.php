<?php

declare(strict_types=1);

namespace Svc\Payments\Exception;

/** 422: values of the request are wrong; `fieldErrors` names each. */
final class UnprocessableEntityException extends ApiException
{
}
