<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/**
 * The two schemes of signatures: our own, over the body, and Standard Webhooks, over id, time and body.
 *
 * @internal
 * @phpstan-type Scheme array{signatures: list<string>, signed: string, standard: bool}
 */
final class Signatures
{
    /** One byte at least; the padding may be missing. */
    private const BASE64 = '~^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$~D';

    /**
     * HMAC over the body, keyed by the whole secret, in hexadecimal.
     *
     * @param array<string, string> $headers
     * @return Scheme
     */
    public static function own(array $headers, string $body): array
    {
        $found = [];
        foreach (['svc-signature', 'svc-signature-next'] as $name) {
            if (\preg_match('/^(?:sha256=)?([0-9a-f]{64})$/Di', \trim($headers[$name] ?? ''), $match) === 1) {
                $found[] = (string) \hex2bin($match[1]);
            }
        }

        return ['signatures' => $found, 'signed' => $body, 'standard' => false];
    }

    /**
     * Standard Webhooks, version 1: HMAC over `id.timestamp.body`, in base64; as many as there are secrets.
     *
     * @param array<string, string> $headers
     * @return Scheme
     */
    public static function standard(array $headers, string $body): array
    {
        $found = [];
        foreach (\explode(' ', $headers['webhook-signature'] ?? '') as $entry) {
            $value = \str_starts_with($entry, 'v1,') ? self::decoded(\substr($entry, 3)) : null;
            if ($value !== null) {
                $found[] = $value;
            }
        }
        $signed = ($headers['webhook-id'] ?? '') . '.' . ($headers['webhook-timestamp'] ?? '') . '.' . $body;

        return ['signatures' => $found, 'signed' => $signed, 'standard' => true];
    }

    /**
     * All are compared, so that the time taken does not tell which one fits.
     *
     * @param list<Scheme> $schemes
     * @param list<string> $secrets
     */
    public static function anyFits(array $schemes, #[\SensitiveParameter] array $secrets): bool
    {
        $fits = false;
        foreach ($schemes as $scheme) {
            foreach ($secrets as $secret) {
                $fits = self::fits($scheme, $secret) || $fits;
            }
        }

        return $fits;
    }

    /**
     * Computes one HMAC, however many signatures there are: anyone can send a request with thousands.
     *
     * @param Scheme $scheme
     */
    private static function fits(array $scheme, #[\SensitiveParameter] string $secret): bool
    {
        if ($scheme['signatures'] === []) {
            return false;
        }
        $key = $scheme['standard'] ? self::standardKey($secret) : $secret;
        $expected = hash_hmac('sha256', $scheme['signed'], $key, true);
        $fits = false;
        foreach ($scheme['signatures'] as $each) {
            $fits = \hash_equals($expected, $each) || $fits;
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
