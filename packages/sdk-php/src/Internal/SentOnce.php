<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use GuzzleHttp\Psr7\PumpStream;
use Psr\Http\Message\RequestInterface;

/**
 * Keeps cURL from sending a request twice. When a kept connection dies before a byte of the answer has come, it does so by
 * itself and tells nobody.
 *
 * @internal
 */
final class SentOnce
{
    /** What tells cURL to give a request up; PHP's constant for it is newer than PHP 8.1. */
    private const ABORT = 0x10000000;
    /** CURLE_ABORTED_BY_CALLBACK and CURLE_SEND_FAIL_REWIND: it would have sent the body again. */
    public const ERRORS = [42, 65];

    /**
     * A connection for the request alone.
     *
     * @return array<int, mixed> options of cURL
     */
    public static function byAConnectionOfItsOwn(): array
    {
        return [\CURLOPT_FRESH_CONNECT => true, \CURLOPT_FORBID_REUSE => true];
    }

    /**
     * A body that can be read once: cURL cannot send again what it cannot read again, and neither can Guzzle.
     *
     * @return array{RequestInterface, array<int, mixed>} the request with it, and options of cURL
     */
    public static function byItsBody(RequestInterface $request, #[\SensitiveParameter] string $body): array
    {
        $rest = $body;
        $once = new PumpStream(static function () use (&$rest): string|false {
            [$piece, $rest] = [$rest, ''];

            return $piece === '' ? false : $piece;
        });
        $read = static function (mixed $curl, mixed $file, int $length) use ($once): string|int {
            $piece = $once->read($length);

            return $piece === '' ? self::ABORT : $piece;
        };

        return [$request->withBody($once), [\CURLOPT_INFILESIZE => \strlen($body), \CURLOPT_READFUNCTION => $read]];
    }
}
