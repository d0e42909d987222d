<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use Svc\Payments\Svc;

/** The real service, once for all tests of a process. */
final class Service
{
    /** @var array{baseUrl: string, testKey: string}|null */
    private static ?array $service = null;

    /** @return array{baseUrl: string, testKey: string} */
    public static function started(): array
    {
        if (self::$service === null) {
            $process = Process::ofVectors('service.mjs');
            \register_shutdown_function(static fn (): int => $process->end());
            $line = $process->line();
            self::$service = \json_decode($line, true) ?? throw new \RuntimeException("The service did not start: {$line}");
        }

        return self::$service;
    }

    public static function client(): Svc
    {
        ['baseUrl' => $baseUrl, 'testKey' => $key] = self::started();

        return new Svc($key, $baseUrl);
    }

    /** Runs PHP with the address and key of the service in its environment; answers the lines that it says. */
    public static function run(array $arguments, string $autoload, string $folder): array
    {
        ['baseUrl' => $baseUrl, 'testKey' => $key] = self::started();
        $env = ['SVC_API_KEY' => $key, 'SVC_API_BASE' => $baseUrl, 'COMPOSER_AUTOLOAD' => $autoload];

        return \explode("\n", \rtrim(Process::run([\PHP_BINARY, '-d', 'display_errors=1', ...$arguments], $env, $folder)));
    }
}
