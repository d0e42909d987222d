<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/** @internal */
final class Json
{
    private const FLAGS = \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_PRESERVE_ZERO_FRACTION;

    /** The object that a text is; null when it is none. */
    public static function object(string $text): ?\stdClass
    {
        // Some proxies put a byte order mark before it.
        $text = \str_starts_with($text, "\u{FEFF}") ? \substr($text, 3) : $text;
        $found = \json_decode($text);
        if (\json_last_error() === \JSON_ERROR_INVALID_PROPERTY_NAME) {
            // PHP's objects cannot have a property whose name begins with NUL; its arrays can have such a key.
            $found = \json_decode($text, true);
            $found = \is_array($found) && !\array_is_list($found) ? (object) $found : null;
        }

        return $found instanceof \stdClass ? $found : null;
    }

    /** @throws \JsonException */
    public static function encode(#[\SensitiveParameter] mixed $value): string
    {
        // Where php.ini has fewer digits a number would not be the one that was given.
        $before = \ini_set('serialize_precision', '-1');
        try {
            return \json_encode($value, self::FLAGS);
        } finally {
            if ($before !== false) {
                \ini_set('serialize_precision', $before);
            }
        }
    }

    /** @return array<string, mixed> */
    public static function toArray(\stdClass $object): array
    {
        return \array_map(self::arrays(...), (array) $object);
    }

    private static function arrays(mixed $value): mixed
    {
        return match (true) {
            $value instanceof \stdClass => self::toArray($value),
            \is_array($value) => \array_map(self::arrays(...), $value),
            default => $value,
        };
    }

    /**
     * The user's own object as an array that is sent as what it came as: within it an object that as an array would
     * become a list, such as an empty one, stays an object.
     *
     * @return array<string, mixed>
     */
    public static function map(\stdClass $object): array
    {
        return \array_map(self::plain(...), (array) $object);
    }

    /** A value of the user's own, or one that the library does not know. */
    public static function plain(mixed $value): mixed
    {
        if (\is_array($value)) {
            return \array_map(self::plain(...), $value);
        }
        if (!$value instanceof \stdClass) {
            return $value;
        }
        $map = self::map($value);

        return \array_is_list($map) ? (object) $map : $map;
    }

    public static function copy(\stdClass $object): \stdClass
    {
        return (object) \array_map(self::copied(...), (array) $object);
    }

    private static function copied(mixed $value): mixed
    {
        return match (true) {
            $value instanceof \stdClass => self::copy($value),
            \is_array($value) => \array_map(self::copied(...), $value),
            default => $value,
        };
    }
}
