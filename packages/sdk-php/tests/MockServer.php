<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

/** The mock server of the vectors, once for all tests of a process. */
final class MockServer
{
    private static ?Process $server = null;
    private static string $address = '';

    public static function address(): string
    {
        if (self::$server === null) {
            self::$server = $server = Process::ofVectors('server.mjs');
            self::$address = $server->line();
            \register_shutdown_function(static fn (): int => $server->end());
        }

        return self::$address;
    }

    /**
     * The address of a case with these answers.
     *
     * @param list<mixed> $answers
     */
    public static function begin(array $answers, ?string $server = null): string
    {
        $server ??= self::address();
        $body = \json_encode(['answers' => $answers], \JSON_THROW_ON_ERROR);
        $context = \stream_context_create(['http' => ['method' => 'POST', 'content' => $body, 'header' => 'Content-Type: application/json']]);
        $made = \json_decode((string) \file_get_contents("{$server}/_cases", false, $context), true);

        return "{$server}/{$made['id']}";
    }

    /** @return list<array<string, mixed>> the requests that a case has met */
    public static function noted(string $case): array
    {
        $answer = (string) \file_get_contents(\dirname($case) . '/_cases/' . \basename($case));

        return \json_decode($answer, true)['requests'];
    }
}
