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
    private readonly Secret $body;

    /** @param array<string, string> $headers by name, in lower case */
    private function __construct(
        public readonly string $method,
        public readonly string $url,
        #[\SensitiveParameter] array $headers,
        #[\SensitiveParameter] ?string $body,
    ) {
        $this->headers = new Secret($headers);
        $this->body = new Secret($body);
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
            $given['Idempotency-Key'] = \is_string($options->idempotencyKey) ? $options->idempotencyKey : self::uuid();
        } elseif (\is_string($options->idempotencyKey)) {
            throw new \InvalidArgumentException('idempotencyKey is for what makes or does something, and not for this method');
        }
        $headers = $settings->headers() + HeaderFields::checked($given);
        $headers = HeaderFields::checked($options->headers()) + HeaderFields::checked(Wire::given($call->headers)) + $headers;
        if (($headers['if-match'] ?? null) === '') {
            throw new \InvalidArgumentException('ifMatch must not be empty: leave it out to change any version');
        }
        if (\preg_match('/^[!-~]{1,255}$/D', $headers['idempotency-key'] ?? 'none') !== 1) {
            throw new \InvalidArgumentException('An idempotency key has 1 to 255 visible ASCII characters');
        }

        return new self($call->operation->method, Wire::url($settings->baseUrl, $call), $headers, $body);
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        return $this->headers->value();
    }

    public function body(): ?string
    {
        return $this->body->value();
    }

    public function idempotencyKey(): ?string
    {
        return $this->headers()['idempotency-key'] ?? null;
    }

    /** The URL without its query. */
    public function address(): string
    {
        return \explode('?', $this->url, 2)[0];
    }

    private static function uuid(): string
    {
        $bytes = \random_bytes(16);
        $bytes[6] = \chr(\ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = \chr(\ord($bytes[8]) & 0x3f | 0x80);

        return \vsprintf('%s%s-%s-%s-%s-%s%s%s', \str_split(\bin2hex($bytes), 4));
    }
}
