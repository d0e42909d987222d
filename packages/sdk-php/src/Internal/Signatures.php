<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/**
 * The two schemes of signatures: our own, over the body, and Standard Webhooks, over id, time and body.
 *
 * @internal
 * @phpstan-type Signature array{value: string, signed: string, standard: bool}
 */
final class Signatures
{
    /** One byte at least; the padding may be missing. */
    private const BASE64 = '~^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$~D';

    /**
     * HMAC over the body, keyed by the whole secret, in hexadecimal.
     *
     * @param array<string, string> $headers
     * @return list<Signature>
     */
    public static function own(array $headers, string $body): array
    {
        $found = [];
        foreach (['svc-signature', 'svc-signature-next'] as $name) {
            if (\preg_match('/^(?:sha256=)?([0-9a-f]{64})$/Di', \trim($headers[$name] ?? ''), $match) === 1) {
                $found[] = ['value' => (string) \hex2bin($match[1]), 'signed' => $body, 'standard' => false];
            }
        }

        return $found;
    }

    /**
     * Standard Webhooks, version 1: HMAC over `id.timestamp.body`, in base64; as many as there are secrets.
     *
     * @param array<string, string> $headers
     * @return list<Signature>
     */
    public static function standard(array $headers, string $body): array
    {
        $signed = ($headers['webhook-id'] ?? '') . '.' . ($headers['webhook-timestamp'] ?? '') . '.' . $body;
        $found = [];
        foreach (\explode(' ', $headers['webhook-signature'] ?? '') as $entry) {
            $value = \str_starts_with($entry, 'v1,') ? self::decoded(\substr($entry, 3)) : null;
            if ($value !== null) {
                $found[] = ['value' => $value, 'signed' => $signed, 'standard' => true];
            }
        }

        return $found;
    }

    /**
     * All are compared, so that the time taken does not tell which one fits.
     *
     * @param list<Signature> $signatures
     * @param list<string> $secrets
     */
    public static function anyFits(array $signatures, #[\SensitiveParameter] array $secrets): bool
    {
        $fits = false;
        foreach ($signatures as ['value' => $value, 'signed' => $signed, 'standard' => $standard]) {
            foreach ($secrets as $secret) {
                $key = $standard ? self::standardKey($secret) : $secret;
                $fits = \hash_equals(\hash_hmac('sha256', $signed, $key, true), $value) || $fits;
            }
        }

        return $fits;
    }

    public static function signOwn(string $body, #[\SensitiveParameter] string $secret): string
    {
        return 'sha256=' . \hash_hmac('sha256', $body, $secret);
    }

    public static function signStandard(
        string $eventId,
        string $seconds,
        string $body,
        #[\SensitiveParameter] string $secret,
    ): string {
        return 'v1,' . \base64_encode(\hash_hmac('sha256', "{$eventId}.{$seconds}.{$body}", self::standardKey($secret), true));
    }

    /** The bytes that a `whsec_` secret spells in base64; any other secret as it stands. */
    private static function standardKey(#[\SensitiveParameter] string $secret): string
    {
        $spelled = \str_starts_with($secret, 'whsec_') ? self::decoded(\substr($secret, 6)) : null;

        return $spelled ?? $secret;
    }

    private static function decoded(#[\SensitiveParameter] string $text): ?string
    {
        return \preg_match(self::BASE64, $text) === 1 ? (string) \base64_decode(\rtrim($text, '=')) : null;
    }
}
