<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Svc\Payments\NotGiven;

/**
 * What a call is on the wire.
 *
 * @internal
 */
final class Wire
{
    public static function url(string $baseUrl, Call $call): string
    {
        $path = \preg_replace_callback(
            '/{(\w+)}/',
            static fn (array $found): string => self::segment($found[1], $call->ids[$found[1]]),
            $call->operation->path,
        );
        $pairs = [];
        foreach (self::given($call->query) as $name => $value) {
            \array_push($pairs, ...self::pairs($name, $value));
        }

        return $baseUrl . $path . ($pairs === [] ? '' : '?' . \implode('&', $pairs));
    }

    /** The JSON of the body; null when there is none. */
    public static function body(Call $call): ?string
    {
        $body = $call->body();
        if ($body === null) {
            return null;
        }
        $given = [];
        foreach (self::given($body) as $name => $value) {
            $given[$name] = self::value($name, $value);
        }
        if ($given === [] && !$call->operation->bodyRequired) {
            return null;
        }
        try {
            return Json::encode((object) $given);
        } catch (\JsonException $cause) {
            // The cause holds the arguments of json_encode(), so it is not passed on.
            $reason = $cause->getMessage();
        }

        throw new \InvalidArgumentException("What is to be sent is no JSON: {$reason}");
    }

    /**
     * What was not left out.
     *
     * @param array<string, mixed> $arguments
     * @return array<string, mixed>
     */
    public static function given(#[\SensitiveParameter] array $arguments): array
    {
        return \array_filter($arguments, static fn (mixed $value): bool => $value !== NotGiven::Value);
    }

    /** One segment of the path, whatever is in it. Nothing and dots would name another resource. */
    private static function segment(string $name, string $id): string
    {
        if (\in_array($id, ['', '.', '..'], true)) {
            throw new \InvalidArgumentException("{$name} must be an id, not '{$id}'");
        }

        return \rawurlencode($id);
    }

    /** @return list<string> */
    private static function pairs(string $name, mixed $value): array
    {
        if ($value instanceof \JsonSerializable && !$value instanceof \DateTimeInterface) {
            $value = $value->jsonSerialize();
        }
        if ($value === null) {
            throw new \InvalidArgumentException("{$name} must not be null: leave it out instead");
        }
        if (!\is_array($value) && !$value instanceof \stdClass) {
            return [\rawurlencode($name) . '=' . \rawurlencode(self::text($name, $value))];
        }
        $pairs = [];
        foreach ((array) $value as $key => $inner) {
            \array_push($pairs, ...self::pairs("{$name}[{$key}]", $inner));
        }

        return $pairs === [] ? throw new \InvalidArgumentException("{$name} must not be empty: leave it out instead") : $pairs;
    }

    private static function text(string $name, mixed $value): string
    {
        $plain = self::plain($value);

        return match (true) {
            \is_bool($plain) => $plain ? 'true' : 'false',
            \is_scalar($plain) => (string) $plain,
            default => throw new \InvalidArgumentException("{$name} cannot be part of an address"),
        };
    }

    /** A field of a body. An empty array stands for an object where the contract has one. */
    private static function value(string|int $name, #[\SensitiveParameter] mixed $value): mixed
    {
        if ($value instanceof \JsonSerializable && !$value instanceof \DateTimeInterface) {
            $value = $value->jsonSerialize();
        }
        if (\in_array($name, RequestFields::FREE_FORM, true)) {
            return \is_array($value) ? (object) self::plain($value) : self::plain($value);
        }
        if (!\is_array($value)) {
            return self::plain($value);
        }
        $given = [];
        foreach ($value as $key => $inner) {
            if ($inner !== NotGiven::Value) {
                $given[$key] = self::value($key, $inner);
            }
        }

        if (\in_array($name, RequestFields::STRUCTURED, true)) {
            return (object) $given;
        }

        // What array_filter() has left of a list is a list.
        return \array_filter(\array_keys($given), \is_string(...)) === [] ? \array_values($given) : $given;
    }

    /** PHP's own objects as the contract writes them. */
    private static function plain(#[\SensitiveParameter] mixed $value): mixed
    {
        return match (true) {
            \is_array($value) => \array_map(self::plain(...), $value),
            $value instanceof \DateTimeInterface => $value->format('Y-m-d\TH:i:s.uP'),
            $value instanceof \BackedEnum => $value->value,
            $value instanceof \stdClass => (object) \array_map(self::plain(...), (array) $value),
            \is_object($value) && self::hasNoFields($value) => throw new \InvalidArgumentException(
                'What is to be sent is no JSON: an object of ' . \get_debug_type($value),
            ),
            default => $value,
        };
    }

    /** json_encode() would make an empty object of it without a word, as of a function or a generator. */
    private static function hasNoFields(#[\SensitiveParameter] object $value): bool
    {
        return match (true) {
            $value instanceof \JsonSerializable, $value instanceof \ArrayObject => false,
            $value instanceof \Traversable => true,
            default => \get_object_vars($value) === [],
        };
    }
}
