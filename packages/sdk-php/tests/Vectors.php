<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use Svc\Payments\RequestOptions;

/** The vectors of the client libraries, and what they say in the terms of this one. */
final class Vectors
{
    public const ROOT = __DIR__ . '/../../..';
    public const FOLDER = self::ROOT . '/packages/testing/sdk-vectors';

    private const CASE = [
        'name', 'client', 'call', 'answers', 'requests', 'sameIdempotencyKey', 'pausesMs', 'result', 'ids', 'lastEventId', 'error', 'message',
        'events', 'waitsMs', 'refused',
    ];
    private const CALL = ['operation', 'ids', 'body', 'query', 'options', 'all', 'take', 'download'];
    private const REQUEST = ['method', 'path', 'query', 'body', 'headers', 'withoutHeaders'];

    /** @return array<string, mixed> */
    public static function read(string $name): array
    {
        return \json_decode((string) \file_get_contents(self::FOLDER . "/{$name}"), true, flags: \JSON_THROW_ON_ERROR);
    }

    /** The letters and digits of a text. Languages write names differently. */
    public static function letters(string $text): string
    {
        return \preg_replace('/[^a-z0-9]/', '', \strtolower($text));
    }

    /** @return array<string, array<string, mixed>> the cases of calls.json by name; none has a field that nobody looks at */
    public static function calls(): array
    {
        $cases = \array_column(self::read('calls.json'), null, 'name');
        foreach ($cases as $name => $case) {
            self::know($name, $case, self::CASE);
            self::know($name, $case['call'], self::CALL);
            foreach ($case['requests'] as $request) {
                self::know($name, $request, self::REQUEST);
            }
        }

        return $cases;
    }

    private static function know(string $name, array $given, array $known): void
    {
        $unknown = \array_diff(\array_keys($given), $known);
        if ($unknown !== []) {
            throw new \LogicException("{$name}: the tests do not know " . \implode(', ', $unknown));
        }
    }

    /** @return array<string, array{string, string}> resource and method of each operation */
    public static function methods(): array
    {
        $lines = (string) \file_get_contents(self::ROOT . '/openapi/client-methods.yaml');
        \preg_match_all('/^(\w+): (\w+)\.(\w+)$/m', $lines, $found, \PREG_SET_ORDER);

        return \array_column(\array_map(static fn (array $line): array => [$line[1], [$line[2], $line[3]]], $found), 1, 0);
    }

    /** @return array<string, mixed> */
    public static function clientOptions(array $case): array
    {
        return self::options($case['client'] ?? []);
    }

    /** @return array<int|string, mixed> ids by position, all else by name */
    public static function arguments(array $call): array
    {
        $known = ['idempotencyKey', 'maxRetries', 'timeoutMs', 'totalTimeoutMs', 'headers'];
        $given = $call['options'] ?? [];
        $options = new RequestOptions(...self::options(\array_intersect_key($given, \array_flip($known))));
        $own = \array_diff_key($given, \array_flip($known));

        return [...($call['ids'] ?? []), ...($call['body'] ?? []), ...($call['query'] ?? []), ...$own, 'options' => $options];
    }

    private static function options(array $given): array
    {
        $options = [];
        foreach ($given as $name => $value) {
            $isTime = \str_ends_with($name, 'Ms');
            $options[$isTime ? \substr($name, 0, -2) : $name] = $isTime ? $value / 1000 : $value;
        }

        return $options;
    }

    /** Whether all that is expected is there, whatever else is. */
    public static function contains(mixed $found, mixed $expected): bool
    {
        if (!\is_array($expected) || (\array_is_list($expected) && $expected !== [])) {
            return $found === $expected;
        }
        foreach ($expected as $name => $value) {
            if (!\is_array($found) || !\array_key_exists($name, $found) || !self::contains($found[$name], $value)) {
                return false;
            }
        }

        return \is_array($found);
    }
}
