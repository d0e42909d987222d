<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/**
 * A request, the same on every attempt.
 *
 * @internal
 */
final class Outgoing
{
    private readonly Secret $headers;

    /** @param array<string, string> $headers by name, in lower case */
    private function __construct(
        public readonly string $method,
        public readonly string $url,
        #[\SensitiveParameter] array $headers,
        public readonly ?string $body,
    ) {
        $this->headers = new Secret($headers);
    }

    public static function of(Settings $settings, Call $call, string $accept): self
    {
        $body = Wire::body($call);
        $options = $call->options;
        $given = ['Accept' => $accept, 'User-Agent' => 'svc-php/' . Version::NUMBER];
        if ($body !== null) {
            $given['Content-Type'] = 'application/json';
        }
        if ($call->operation->idempotent) {
            $given['Idempotency-Key'] = $options->idempotencyKey ?? self::uuid();
        } elseif ($options->idempotencyKey !== null) {
            throw new \InvalidArgumentException('idempotencyKey is for what makes or does something, and not for this method');
        }
        $headers = [];
        foreach ([$given, $settings->headers(), $call->headers, $options->headers()] as $source) {
            foreach (\array_filter($source, static fn (mixed $value): bool => $value !== null) as $name => $value) {
                $headers[\strtolower((string) $name)] = self::checked((string) $name, $value);
            }
        }

        return new self($call->operation->method, Wire::url($settings->baseUrl, $call), $headers, $body);
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        return $this->headers->value();
    }

    /** The address without its query. */
    public function address(): string
    {
        return \explode('?', $this->url, 2)[0];
    }

    /** A value with a line end would begin a header of its own. The error does not show it: it may be a secret. */
    private static function checked(string $name, #[\SensitiveParameter] mixed $value): string
    {
        if (\preg_match('/^[!#$%&\'*+.^_`|~0-9A-Za-z-]+$/D', $name) !== 1) {
            throw new \InvalidArgumentException('The name of a header is none');
        }
        if (!\is_string($value) || \preg_match('/[\x00-\x08\x0a-\x1f\x7f]/', $value) === 1) {
            throw new \InvalidArgumentException("The value of the header {$name} must be text in one line");
        }

        return \trim($value, " \t");
    }

    private static function uuid(): string
    {
        $bytes = \random_bytes(16);
        $bytes[6] = \chr(\ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = \chr(\ord($bytes[8]) & 0x3f | 0x80);

        return \vsprintf('%s%s-%s-%s-%s-%s%s%s', \str_split(\bin2hex($bytes), 4));
    }
}
