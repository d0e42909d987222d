<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use GuzzleHttp\Client as Guzzle;
use GuzzleHttp\Handler\MockHandler;
use GuzzleHttp\Handler\StreamHandler;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Psr7\Response;
use PHPUnit\Framework\TestCase;
use Svc\Payments\CallEvent;
use Svc\Payments\Exception\ConnectionException;
use Svc\Payments\Exception\InvalidResponseException;
use Svc\Payments\RequestOptions;
use Svc\Payments\Svc;

/** Connections that are kept, die, are inherited or never end. */
final class ConnectionsTest extends TestCase
{
    private const PAYMENT = '{"id":"pay_1"}';
    private const KEPT = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n" . self::PAYMENT;
    private const CHUNKED = "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"id\"\r\n9\r\n:\"pay_1\"}\r\n0\r\n\r\n";
    private const AMOUNT = ['value' => 1, 'currency' => 'USD'];

    private ?Process $server = null;

    protected function tearDown(): void
    {
        $this->server?->end();
    }

    private function serve(int $perConnection, string $answer): string
    {
        $this->server = new Process([\PHP_BINARY, __DIR__ . '/raw_server.php', (string) $perConnection, $answer]);

        return $this->server->line();
    }

    /** @return list<string> the requests that came */
    private function met(): array
    {
        return \array_filter(\explode("\n", (string) $this->server?->rest()));
    }

    /** @return iterable<string, array{\Closure(Svc): mixed, string, bool}> */
    public static function changes(): iterable
    {
        $key = new RequestOptions(idempotencyKey: 'k');
        foreach (['our own' => true, 'a Guzzle of the caller\'s' => false] as $whose => $isOurs) {
            yield "PATCH by {$whose}" => [static fn (Svc $svc) => $svc->payments->update('pay_1', metadata: []), 'PATCH', $isOurs];
            yield "DELETE by {$whose}" => [static fn (Svc $svc) => $svc->customers->delete('cust_1'), 'DELETE', $isOurs];
        }
        yield 'POST' => [static fn (Svc $svc) => $svc->payments->create(amount: self::AMOUNT, options: $key), 'POST', true];
        yield 'POST without a body' => [static fn (Svc $svc) => $svc->payments->approve('pay_1', options: $key), 'POST', true];
    }

    /** @dataProvider changes */
    public function testAChangeIsSentOnceWhenAKeptConnectionDies(\Closure $call, string $method, bool $isOurs): void
    {
        if (!\function_exists('curl_exec')) {
            self::markTestSkipped('Without cURL no connection is kept');
        }
        $told = [];
        $hook = static function (CallEvent $event) use (&$told): void {
            $told[] = "{$event->kind} {$event->method}";
        };
        $address = $this->serve(1, self::KEPT);
        $guzzle = $isOurs ? null : new Guzzle();
        $svc = new Svc('sk_test_1', $address, maxRetries: 0, timeout: 10.0, onEvent: $hook, httpClient: $guzzle);
        $svc->payments->retrieve('pay_1');
        try {
            $call($svc);
            // On a connection of its own it was answered.
        } catch (InvalidResponseException $error) {
            // So was a deletion, although not with 204.
            self::assertSame('DELETE', $method, $error->getMessage());
        } catch (ConnectionException $error) {
            self::assertSame('No complete answer came: the connection broke off.', $error->getMessage());
            self::assertSame($method === 'POST' ? 'k' : null, $error->idempotencyKey);
        }
        $met = \array_filter($this->met(), static fn (string $line): bool => \str_contains($line, " {$method} "));
        self::assertCount(1, $met, \implode(', ', $met));
        self::assertCount(1, \array_keys($told, "request {$method}", true));
    }

    public function testAPaymentIsMadeOnTheConnectionThatIsThere(): void
    {
        if (!\function_exists('curl_exec')) {
            self::markTestSkipped('Without cURL no connection is kept');
        }
        $svc = new Svc('sk_test_1', $this->serve(9, self::KEPT));
        $svc->payments->retrieve('pay_1');
        $svc->payments->create(amount: self::AMOUNT);
        $svc->payments->create(amount: self::AMOUNT);
        self::assertSame(['1 GET /v1/payments/pay_1', '1 POST /v1/payments', '1 POST /v1/payments'], $this->met());
    }

    public function testEventsComeAtOnce(): void
    {
        $head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
        $svc = new Svc('sk_test_1', $this->serve(1, $head . "id: p1\ndata: " . Client::EVENT . "\n\n"), timeout: 20.0);
        $began = \hrtime(true);
        self::assertSame('p1', $svc->events->stream()->getIterator()->current()->id);
        self::assertLessThan(10e9, \hrtime(true) - $began);
    }

    /** @return iterable<string, array{string, string}> */
    public static function unended(): iterable
    {
        return ['with its length' => [self::KEPT, 'pay_1'], 'chunked' => [self::CHUNKED, 'pay_1'], 'empty' => ["HTTP/1.1 204 No\r\n\r\n", '']];
    }

    /** @dataProvider unended */
    public function testWithoutCurlAnAnswerEndsWhereItSays(string $answer, string $id): void
    {
        $code = 'require $argv[1]; $svc = new Svc\Payments\Svc("sk_test_1", $argv[2], timeout: 20.0, maxRetries: 0);'
            . ' echo $argv[3] ? $svc->payments->retrieve("pay_1")->id : $svc->customers->delete("cust_1");';
        $address = $this->serve(1, $answer);
        $began = \hrtime(true);
        self::assertSame($id, Process::run([\PHP_BINARY, '-n', '-r', $code, __DIR__ . '/autoload.php', $address, $id]));
        self::assertLessThan(10e9, \hrtime(true) - $began);
    }

    private static function byStreamHandler(string $address): Svc
    {
        $guzzle = new Guzzle(['handler' => HandlerStack::create(new StreamHandler())]);

        return new Svc('sk_test_1', $address, maxRetries: 0, timeout: 2.0, httpClient: $guzzle);
    }

    public function testAWholeResponseOfAGuzzleThatKnowsNoCurlIsRead(): void
    {
        $whole = ['status' => 200, 'headers' => ['Content-Type' => 'application/json'], 'text' => '{"id":"pay_1"}'];
        $svc = self::byStreamHandler(MockServer::begin([$whole]));
        self::assertSame('pay_1', $svc->payments->retrieve('pay_1')->id);

        $mock = new MockHandler([new Response(200, ['Content-Type' => 'application/json'], '{"id":"pay_2"}')]);
        $svc = new Svc('sk_test_1', 'https://svc.test', httpClient: new Guzzle(['handler' => HandlerStack::create($mock)]));
        self::assertSame('pay_2', $svc->payments->retrieve('pay_2')->id);
    }

    public function testAGuzzleThatKnowsNoCurlIsUnderstood(): void
    {
        $pieces = ['status' => 201, 'headers' => ['Content-Type' => 'application/json'], 'pieces' => ['{"id"', 30, ':"pay_1"}']];
        $svc = self::byStreamHandler(MockServer::begin([$pieces, ['breaksOff' => true] + $pieces]));
        self::assertSame('pay_1', $svc->payments->create(amount: self::AMOUNT)->id);
        $this->expectException(ConnectionException::class);
        $svc->payments->create(amount: self::AMOUNT);
    }
}
