<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;

/**
 * All calls of the vectors, by cURL and by PHP's own HTTP client. They wait a good deal: processes play them at once, and
 * they are judged one by one.
 */
final class CallsTest extends TestCase
{
    private const PROCESSES = 10;
    /** Without php.ini, and so without extensions such as cURL. */
    private const PHP = ['with cURL' => [\PHP_BINARY], 'without cURL' => [\PHP_BINARY, '-n']];

    /** @var array<string, array<string, array<string, mixed>>>|null */
    private static ?array $outcomes = null;

    /** @return iterable<string, array{string, array<string, mixed>}> */
    public static function cases(): iterable
    {
        foreach (\array_keys(self::PHP) as $client) {
            foreach (Vectors::calls() as $name => $case) {
                yield "{$client}: {$name}" => [$client, $case];
            }
        }
    }

    /** @dataProvider cases */
    public function testCall(string $client, array $case): void
    {
        self::$outcomes ??= self::play();
        $outcome = self::$outcomes[$client][$case['name']];
        self::assertArrayNotHasKey('fault', $outcome, $outcome['fault'] ?? '');
        self::assertSame(isset($case['refused']), isset($outcome['refused']), $outcome['refused'] ?? '');
        if (isset($case['refused'])) {
            self::assertStringContainsString(Vectors::letters($case['refused']), Vectors::letters($outcome['refused']));
        }
        self::assertSame(isset($case['error']), isset($outcome['error']), \json_encode($outcome['error'] ?? null));
        if (isset($case['error'])) {
            self::assertTrue(Vectors::contains($outcome['error'], $case['error']), \json_encode($outcome['error']));
            self::assertStringContainsString($case['message']['has'] ?? '', $outcome['error']['message']);
            self::assertStringNotContainsString($case['message']['lacks'] ?? "\0", $outcome['error']['message']);
            $sent = $outcome['requests'][0]['headers']['idempotency-key'] ?? null;
            self::assertSame($sent, $outcome['error']['idempotencyKey']);
        }
        $this->checkRequests($case, $outcome['requests']);
        foreach (['ids', 'lastEventId'] as $name) {
            if (isset($case[$name])) {
                self::assertSame($case[$name], $outcome[$name] ?? null);
            }
        }
        if (\array_key_exists('result', $case)) {
            self::assertTrue(Vectors::contains($outcome['result'], $case['result']), \json_encode($outcome['result']));
        }
        if (isset($case['waitsMs'])) {
            $waits = \array_column(\array_filter($outcome['events'], static fn ($event) => $event['kind'] === 'wait'), 'milliseconds');
            self::assertSameSize($case['waitsMs'], $waits);
            foreach ($case['waitsMs'] as $index => [$least, $most]) {
                self::assertGreaterThanOrEqual($least, $waits[$index]);
                self::assertLessThanOrEqual($most, $waits[$index]);
            }
        }
        if (isset($case['events'])) {
            self::assertCount(\count($case['events']), $outcome['events'], \json_encode($outcome['events']));
            foreach ($case['events'] as $index => $event) {
                self::assertTrue(Vectors::contains($outcome['events'][$index], $event), \json_encode($outcome['events']));
            }
        }
    }

    private function checkRequests(array $case, array $requests): void
    {
        self::assertCount(\count($case['requests']), $requests);
        foreach ($case['requests'] as $index => $expected) {
            $request = $requests[$index];
            foreach (['method', 'path', 'body'] as $name) {
                if (\array_key_exists($name, $expected)) {
                    self::assertSame($expected[$name], $request[$name]);
                }
            }
            if (isset($expected['query'])) {
                self::assertEqualsCanonicalizing($expected['query'], $request['query']);
            }
            foreach ($expected['headers'] ?? [] as $name => $pattern) {
                self::assertMatchesRegularExpression("\x01{$pattern}\x01u", $request['headers'][$name]);
            }
            foreach ($expected['withoutHeaders'] ?? [] as $name) {
                self::assertArrayNotHasKey($name, $request['headers']);
            }
        }
        if ($case['sameIdempotencyKey'] ?? false) {
            self::assertCount(1, \array_unique(\array_map(static fn ($each) => $each['headers']['idempotency-key'], $requests)));
        }
        foreach ($case['pausesMs'] ?? [] as $index => [$least, $most]) {
            $pause = $requests[$index + 1]['at'] - $requests[$index]['at'];
            self::assertGreaterThanOrEqual($least, $pause);
            self::assertLessThanOrEqual($most, $pause);
        }
    }

    /** @return array<string, array<string, array<string, mixed>>> */
    private static function play(): array
    {
        $running = [];
        foreach (self::PHP as $client => $php) {
            $shares = \array_fill(0, self::PROCESSES, []);
            foreach (\array_keys(Vectors::calls()) as $index => $name) {
                $shares[$index % self::PROCESSES][] = $name;
            }
            foreach ($shares as $names) {
                $process = new Process([...$php, __DIR__ . '/player.php', MockServer::address()]);
                $process->write(\json_encode($names, \JSON_THROW_ON_ERROR) . "\n");
                $running[] = [$client, $process];
            }
        }
        // Their input has to end before any is waited for.
        foreach ($running as [, $process]) {
            $process->endInput();
        }
        $outcomes = [];
        foreach ($running as [$client, $process]) {
            $said = $process->rest();
            $process->end();
            foreach (\explode("\n", \trim($said)) as $line) {
                $outcome = \json_decode($line, true) ?? throw new \RuntimeException("A player said: {$said}");
                $outcomes[$client][$outcome['name']] = $outcome;
            }
        }

        return $outcomes;
    }
}
