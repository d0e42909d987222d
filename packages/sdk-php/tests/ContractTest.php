<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\RequestOptions;
use Svc\Payments\Svc;

/** Every operation of the contract is a method, with all that the operation takes; every object is a class. */
final class ContractTest extends TestCase
{
    /** @return iterable<string, array{string, list<string>}> what each operation takes */
    public static function operations(): iterable
    {
        foreach (Contract::read()['paths'] as $item) {
            foreach (\array_diff_key($item, ['parameters' => 1]) as $operation) {
                $parameters = \array_map(Contract::resolved(...), [...($item['parameters'] ?? []), ...($operation['parameters'] ?? [])]);
                $names = \array_map(
                    static fn ($name) => \lcfirst(\str_replace('-', '', \str_contains($name, '-') ? \ucwords(\strtolower($name), '-') : $name)),
                    \array_diff(\array_column($parameters, 'name'), ['Idempotency-Key']),
                );
                $schema = $operation['requestBody']['content']['application/json']['schema'] ?? [];
                $fields = \array_keys(Contract::resolved($schema)['properties'] ?? []);
                yield $operation['operationId'] => [$operation['operationId'], [...$names, ...$fields, 'options']];
            }
        }
    }

    public function testTheManifestNamesEveryOperation(): void
    {
        $operations = \array_keys(\iterator_to_array(self::operations()));
        self::assertEqualsCanonicalizing($operations, \array_keys(Vectors::methods()));
    }

    /** @dataProvider operations */
    public function testAMethodTakesWhatItsOperationTakes(string $operation, array $expected): void
    {
        [$resource, $name] = Vectors::methods()[$operation];
        $svc = new Svc('sk_test_1', 'http://localhost:1');
        $method = new \ReflectionMethod($svc->{$resource}, $name);
        $parameters = \array_map(static fn ($parameter) => $parameter->getName(), $method->getParameters());
        self::assertEqualsCanonicalizing($expected, $parameters);
        $last = $method->getParameters()[\count($parameters) - 1];
        self::assertSame(['options', '?' . RequestOptions::class], [$last->getName(), (string) $last->getType()]);
        self::assertNotFalse($method->getDocComment());
    }

    /** @return iterable<string, array{string, list<string>}> */
    public static function schemas(): iterable
    {
        foreach (Contract::read()['components']['schemas'] as $name => $schema) {
            $class = 'Svc\\Payments\\Models\\' . \str_replace(' ', '', \ucwords(\strtr($name, '._', '  ')));
            foreach ([$class, $class . 'Event', $class . 'Entry'] as $each) {
                if (isset($schema['properties']) && \class_exists($each) && !(new \ReflectionClass($each))->isAbstract()) {
                    yield $each => [$each, \array_keys($schema['properties'])];
                }
            }
        }
    }

    /** @dataProvider schemas */
    public function testAModelHasEveryFieldOfItsSchema(string $class, array $fields): void
    {
        foreach ($fields as $field) {
            self::assertTrue((new \ReflectionProperty($class, $field))->isReadOnly());
        }
    }

    public function testEveryKindOfEventHasItsClass(): void
    {
        foreach (Contract::read()['components']['schemas']['WebhookEvent']['oneOf'] as ['$ref' => $reference]) {
            $type = \basename($reference);
            $event = \Svc\Payments\Models\WebhookEvent::fromJson(\json_encode(['type' => $type]));
            self::assertStringNotContainsString('Unknown', $event::class);
            self::assertSame($type, $event->type);
        }
    }
}
