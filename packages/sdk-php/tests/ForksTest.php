<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use GuzzleHttp\Client as Guzzle;
use GuzzleHttp\Handler\MockHandler;
use PHPUnit\Framework\TestCase;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Svc\Payments\Svc;

/** A client whose process forks. */
final class ForksTest extends TestCase
{
    private const ANSWER = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n" . '{"id":"pay_{id}"}';
    /** How many answers were those of another process, or none. */
    private const RACE = <<<'PHP'
        require $argv[1];
        $svc = new Svc\Payments\Svc('sk_test_1', $argv[2], timeout: 10.0, maxRetries: 0);
        $wrongOf = static function (int $process) use ($svc): int {
            $wrong = 0;
            for ($call = 10; $call < 40; $call++) {
                try {
                    $wrong += $svc->payments->retrieve("{$process}x{$call}")->id === "pay_{$process}x{$call}" ? 0 : 1;
                } catch (Throwable) {
                    $wrong++;
                }
            }

            return $wrong;
        };
        $wrong = $wrongOf(1);
        $children = [];
        foreach ([2, 3, 4] as $process) {
            $child = pcntl_fork();
            if ($child === 0) {
                exit($wrongOf($process));
            }
            $children[] = $child;
        }
        $wrong += $wrongOf(5);
        foreach ($children as $child) {
            pcntl_waitpid($child, $status);
            $wrong += pcntl_wexitstatus($status);
        }
        echo $wrong + $wrongOf(6);
        PHP;

    protected function setUp(): void
    {
        if (!\function_exists('pcntl_fork')) {
            self::markTestSkipped('pcntl is missing');
        }
    }

    public function testEachProcessGetsItsOwnAnswers(): void
    {
        $server = new Process([\PHP_BINARY, __DIR__ . '/raw_server.php', '1000', self::ANSWER]);
        try {
            self::assertSame('0', Process::run([\PHP_BINARY, '-r', self::RACE, __DIR__ . '/autoload.php', $server->line()]));
            $connections = \array_unique(\preg_replace('/ .*/', '', \array_filter(\explode("\n", $server->rest()))));
            self::assertLessThanOrEqual(4, \count($connections));
        } finally {
            $server->end();
        }
    }

    /** @return iterable<string, array{ClientInterface}> */
    public static function handedIn(): iterable
    {
        yield 'Guzzle' => [new Guzzle(['handler' => new MockHandler()])];
        yield 'PSR-18' => [new class () implements ClientInterface {
            public function sendRequest(RequestInterface $request): ResponseInterface
            {
                throw new \Error('It was sent');
            }
        }];
    }

    /** @dataProvider handedIn */
    public function testAClientThatWasHandedInIsRefusedBehindAFork(ClientInterface $client): void
    {
        $svc = new Svc('sk_test_1', 'http://svc.test', httpClient: $client);
        $child = \pcntl_fork();
        if ($child === 0) {
            $code = 2;
            try {
                $svc->payments->retrieve('pay_1');
            } catch (\LogicException $error) {
                $code = \str_contains($error->getMessage(), 'after the fork') ? 0 : 1;
            } catch (\Throwable) {
                $code = 3;
            }
            // Nothing of the tests' own is to end with it.
            \pcntl_exec(\PHP_BINARY, ['-n', '-r', "exit({$code});"]);
        }
        \pcntl_waitpid($child, $status);
        self::assertSame(0, \pcntl_wexitstatus($status));
    }
}
