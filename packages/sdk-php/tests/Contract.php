<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

/** The contract of the service. */
final class Contract
{
    public static function read(): array
    {
        static $contract = null;

        return $contract ??= \json_decode((string) \file_get_contents(Vectors::ROOT . '/openapi/openapi.json'), true);
    }

    public static function resolved(array $value): array
    {
        while (isset($value['$ref'])) {
            $value = \array_reduce(\explode('/', \substr($value['$ref'], 2)), static fn ($node, $part) => $node[$part], self::read());
        }

        return $value;
    }

    /** @return iterable<string, array{list<string>, array}> ids for each operation's path, and the schema of its body */
    public static function bodies(): iterable
    {
        foreach (self::read()['paths'] as $path => $item) {
            foreach (\array_diff_key($item, ['parameters' => 1]) as $operation) {
                $schema = $operation['requestBody']['content']['application/json']['schema'] ?? [];
                $ids = \array_fill(0, \substr_count($path, '{'), 'x_1');
                yield $operation['operationId'] => [$ids, self::resolved($schema)];
            }
        }
    }

    /** An object of a schema with this text as every secret, and what it requires; null if it has no secret. */
    public static function withSecrets(array $schema, string $secret): ?array
    {
        $schema = self::resolved($schema);
        $secrets = $others = [];
        foreach ($schema['properties'] ?? [] as $name => $field) {
            $field = self::resolved($field);
            $hidden = $name === 'secret' || ($field['writeOnly'] ?? false) || ($field['format'] ?? '') === 'password';
            $value = $hidden ? $secret : self::withSecrets($field, $secret);
            if ($value !== null) {
                $secrets[$name] = $value;
            } elseif (\in_array($name, $schema['required'] ?? [], true)) {
                $others[$name] = $field['example'] ?? $field['enum'][0] ?? [];
            }
        }

        return $secrets === [] ? null : $secrets + $others;
    }
}
