<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Svc\Payments\CallEvent;

/**
 * The options of a client, validated and complete.
 *
 * @internal
 */
final class Settings
{
    private const EXAMPLE = 'such as https://payments.example.com';

    public readonly string $baseUrl;
    private readonly Secret $headers;

    /** @param (\Closure(CallEvent): mixed)|null $onEvent */
    public function __construct(
        private readonly Secret $apiKey,
        Secret $headers,
        string $baseUrl,
        public readonly Limits $limits,
        public readonly ?\Closure $onEvent,
    ) {
        if (\PHP_INT_SIZE < 8) {
            throw new \RuntimeException('Svc Payments needs a 64-bit PHP: amounts do not fit into 32 bits');
        }
        $key = $apiKey->value();
        if (!\is_string($key) || \preg_match('/^[!-~]+$/D', $key) !== 1) {
            throw new \InvalidArgumentException('An API key is needed; it starts with sk_test_ or sk_live_');
        }
        $this->headers = new Secret(HeaderFields::checked($headers->value()));
        if (isset($this->headers->value()['idempotency-key'])) {
            throw new \InvalidArgumentException('An Idempotency-Key is for one call. Pass it with its RequestOptions');
        }
        $this->baseUrl = self::trimmed($baseUrl);
    }

    /** @return array<string, string> by name, in lower case */
    public function headers(): array
    {
        return $this->headers->value();
    }

    public function authorization(): string
    {
        return 'Bearer ' . $this->apiKey->value();
    }

    private static function trimmed(string $baseUrl): string
    {
        if (\preg_match('~^https?://~i', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl must start with https:// or http://, ' . self::EXAMPLE);
        }
        if (\preg_match('/[\x00-\x20\x7f]/', $baseUrl) === 1) {
            throw new \InvalidArgumentException('baseUrl must be without spaces and control characters, ' . self::EXAMPLE);
        }
        if (\preg_match('~[?#]|^[^/]*//[^/]*@~', $baseUrl) === 1) {
            throw new \InvalidArgumentException('baseUrl must be without user, query or fragment, ' . self::EXAMPLE);
        }
        $parts = \parse_url($baseUrl);
        if (!isset($parts['host']) || ($parts['port'] ?? null) === 0) {
            throw new \InvalidArgumentException('baseUrl must have a valid host and port, ' . self::EXAMPLE);
        }
        $trimmed = \rtrim($baseUrl, '/');
        if (\str_ends_with($trimmed, '/v1')) {
            throw new \InvalidArgumentException('baseUrl must be without /v1, which the library adds, ' . self::EXAMPLE);
        }

        return $trimmed;
    }
}
