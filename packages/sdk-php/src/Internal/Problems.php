<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Psr\Http\Message\ResponseInterface;
use Svc\Payments\Exception\ApiException;
use Svc\Payments\Exception\AuthenticationException;
use Svc\Payments\Exception\BadRequestException;
use Svc\Payments\Exception\ConflictException;
use Svc\Payments\Exception\InternalServerException;
use Svc\Payments\Exception\NotFoundException;
use Svc\Payments\Exception\PermissionDeniedException;
use Svc\Payments\Exception\PreconditionException;
use Svc\Payments\Exception\RateLimitException;
use Svc\Payments\Exception\UnprocessableEntityException;
use Svc\Payments\Models\FieldError;
use Svc\Payments\Models\Problem;

/**
 * The exceptions of answers that are no success.
 *
 * @internal
 */
final class Problems
{
    private const BY_STATUS = [
        400 => BadRequestException::class,
        401 => AuthenticationException::class,
        403 => PermissionDeniedException::class,
        404 => NotFoundException::class,
        409 => ConflictException::class,
        412 => PreconditionException::class,
        422 => UnprocessableEntityException::class,
        428 => PreconditionException::class,
        429 => RateLimitException::class,
    ];

    public static function exception(ResponseInterface $response): ApiException
    {
        $status = $response->getStatusCode();
        $class = self::BY_STATUS[$status] ?? ($status >= 500 ? InternalServerException::class : ApiException::class);
        $json = Json::object((string) $response->getBody());
        // Other programs answer as well, and speak their own JSON: ours is known by its code.
        if (!\is_string($json?->code ?? null) || !\is_string($json->detail ?? null)) {
            return new $class(self::foreign($response), 'unexpected_status', $status, $response->getHeaders());
        }
        $fields = self::fieldErrors($json);
        $places = \implode('; ', \array_map(self::place(...), $fields));
        $message = "{$status} {$json->code}: {$json->detail}" . ($places === '' ? '' : " ({$places})");

        return new $class($message, $json->code, $status, $response->getHeaders(), Problem::read($json), $fields);
    }

    /** @return list<FieldError> */
    private static function fieldErrors(\stdClass $json): array
    {
        $found = \array_filter((array) ($json->errors ?? []), static fn (mixed $each): bool => $each instanceof \stdClass);

        return \array_map(FieldError::read(...), \array_values($found));
    }

    private static function place(FieldError $error): string
    {
        $place = $error->pointer ?? $error->parameter ?? '';
        $detail = $error->detail ?? '';

        return "{$place}: {$detail}";
    }

    private static function foreign(ResponseInterface $response): string
    {
        $status = $response->getStatusCode();
        if (!$response->hasHeader('Location')) {
            return "The response has status {$status} and does not come from the service.";
        }
        // A redirect often repeats the query of the request, which may contain personal data.
        $location = \preg_replace('/[?#].*$/Ds', '', $response->getHeaderLine('Location'));

        return "The request was redirected ({$status}) to {$location}: set baseUrl to where the service is.";
    }
}
