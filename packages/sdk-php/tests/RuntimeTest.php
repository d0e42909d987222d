<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use GuzzleHttp\Client as Guzzle;
use GuzzleHttp\Psr7\Response;
use PHPUnit\Framework\TestCase;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Svc\Payments\CallEvent;
use Svc\Payments\Exception\ConflictException;
use Svc\Payments\Exception\ConnectionException;
use Svc\Payments\Exception\RateLimitException;
use Svc\Payments\NotGiven;
use Svc\Payments\RequestOptions;
use Svc\Payments\Svc;

/** What the vectors do not show: raw answers, limits, the options of a client. */
final class RuntimeTest extends TestCase
{
    public function testAnAnswerHasItsRawResponse(): void
    {
        $payment = Client::for([Client::PAYMENT])->payments->retrieve('pay_1');
        $response = $payment->rawResponse();
        self::assertSame([200, '"3"', '{"id":"pay_1"}'], [$response->getStatusCode(), $response->getHeaderLine('ETag'), (string) $response->getBody()]);
    }

    public function testHeadersOfACallStandOverThoseOfTheClient(): void
    {
        $address = MockServer::begin([Client::PAYMENT]);
        $svc = new Svc('sk_test_1', $address . '/', headers: ['X-A' => '1', 'X-B' => '1']);
        $svc->payments->retrieve('pay_1', new RequestOptions(headers: ['x-b' => '2']));
        $headers = MockServer::noted($address)[0]['headers'];
        self::assertSame(['1', '2'], [$headers['x-a'], $headers['x-b']]);
    }

    public function testAHookThatThrowsDoesNotEndTheCall(): void
    {
        $told = [];
        $hook = static function (CallEvent $event) use (&$told): void {
            $told[] = $event->kind;
            throw new \Error('the log is full');
        };
        self::assertSame('pay_1', Client::for([Client::PAYMENT], onEvent: $hook)->payments->retrieve('pay_1')->id);
        self::assertSame(['request', 'response'], $told);
    }

    public function testTheHookIsNotToldAQuery(): void
    {
        $told = [];
        $page = ['status' => 200, 'json' => ['data' => [], 'hasMore' => false, 'nextCursor' => null]];
        $svc = Client::for([$page], onEvent: static function (CallEvent $event) use (&$told): void {
            $told[] = $event;
        });
        $svc->customers->list(email: 'ada@example.com');
        self::assertStringNotContainsString('ada', \print_r($told, true));
    }

    public function testARetryAfterMayBeADate(): void
    {
        $at = static fn (string $date) => ['status' => 429, 'headers' => ['Retry-After' => $date], 'text' => ''];
        $past = Client::for([$at('Sun, 22 Nov 2015 09:00:00 GMT'), $at('Sunday, 22-Nov-15 09:00:00 GMT'), Client::PAYMENT]);
        self::assertSame('pay_1', $past->payments->retrieve('pay_1')->id);
        $this->expectException(RateLimitException::class);
        Client::for([$at('Fri, 22 Nov 2999 09:00:00 GMT'), Client::PAYMENT])->payments->retrieve('pay_1');
    }

    public function testADateWithTheWrongWeekdayIsNone(): void
    {
        $wrong = ['status' => 429, 'headers' => ['Retry-After' => 'Mon, 22 Nov 2999 09:00:00 GMT'], 'text' => ''];
        self::assertSame('pay_1', Client::for([$wrong, Client::PAYMENT])->payments->retrieve('pay_1')->id);
    }

    public function testErrorsSayWhatAndWhere(): void
    {
        $problem = ['code' => 'state_conflict', 'detail' => 'No.', 'existingId' => 'pay_2', 'errors' => [['pointer' => '/a', 'code' => 'x', 'detail' => 'y'], 7]];
        try {
            Client::for([['status' => 409, 'headers' => ['Request-Id' => 'req_1'], 'json' => $problem]])->payments->cancel('pay_1');
            self::fail('It did not throw');
        } catch (ConflictException $error) {
            self::assertSame('409 state_conflict: No. (/a: y)', $error->getMessage());
            self::assertSame([409, 'req_1', 'pay_2'], [$error->getCode(), $error->requestId, $error->problem->existingId]);
            self::assertSame('application/problem+json', $error->header('content-type'));
        }
    }

    public function testAnyPsr18ClientWillDo(): void
    {
        $client = new class () implements ClientInterface {
            public function sendRequest(RequestInterface $request): ResponseInterface
            {
                return (new Guzzle(['timeout' => 5]))->sendRequest($request);
            }
        };
        $broken = ['status' => 0, 'breaksOff' => true];
        $svc = Client::for([$broken, Client::PAYMENT, Client::FILE, Client::STREAM], httpClient: $client);
        self::assertSame('pay_1', $svc->payments->retrieve('pay_1')->id);
        self::assertSame("id\r\npay_1\r\n", $svc->reports->download('rep_1')->contents());
        self::assertCount(1, \iterator_to_array($svc->events->stream()));
    }

    public function testAClientThatInflatesMayLeaveTheLengthAsItWas(): void
    {
        $client = new class () implements ClientInterface {
            public int $sent = 0;

            public function sendRequest(RequestInterface $request): ResponseInterface
            {
                ++$this->sent;

                return new Response(201, ['Content-Length' => '99'], '{"id":"pay_1"}');
            }
        };
        $svc = new Svc('sk_test_1', 'http://svc.test', httpClient: $client);
        self::assertSame('pay_1', $svc->payments->create(amount: ['value' => 1, 'currency' => 'USD'])->id);
        self::assertSame(1, $client->sent);
    }

    public function testAnErrorWithoutACallHasNoKey(): void
    {
        self::assertNull((new ConnectionException('Broken.'))->idempotencyKey);
    }

    public function testAGuzzleOfTheCallersOwnKeepsItsOptions(): void
    {
        $address = MockServer::begin([Client::PAYMENT]);
        $svc = new Svc('sk_test_1', $address, httpClient: new Guzzle(['headers' => ['X-Mine' => '1']]));
        $svc->payments->retrieve('pay_1');
        self::assertSame('1', MockServer::noted($address)[0]['headers']['x-mine']);
    }

    public function testNothingIsReadFromTheEnvironment(): void
    {
        foreach (['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'] as $name) {
            \putenv("{$name}=http://127.0.0.1:9");
        }
        try {
            $svc = Client::for([Client::PAYMENT, Client::FILE], maxRetries: 0);
            self::assertSame('pay_1', $svc->payments->retrieve('pay_1')->id);
            self::assertSame("id\r\npay_1\r\n", $svc->reports->download('rep_1')->contents());
        } finally {
            foreach (['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'] as $name) {
                \putenv($name);
            }
        }
    }

    /** @return iterable<array{string}> */
    public static function noIds(): iterable
    {
        return [[''], ['.'], ['..']];
    }

    /** @dataProvider noIds */
    public function testAnIdThatWouldNameSomethingElseIsRefused(string $id): void
    {
        $this->expectException(\InvalidArgumentException::class);
        $this->expectExceptionMessage('paymentId');
        (new Svc('sk_test_1', 'http://svc.test'))->payments->retrieve($id);
    }

    /** @return iterable<array{array<string, mixed>, string}> */
    public static function wrongOptions(): iterable
    {
        yield [['baseUrl' => "http://svc.test\n"], 'baseUrl must be without spaces'];
        yield [['timeout' => 0.0], 'timeout'];
        yield [['timeout' => \NAN], 'timeout'];
        yield [['timeout' => \INF], 'timeout'];
        yield [['totalTimeout' => -1.0], 'totalTimeout'];
        yield [['maxRetries' => -1], 'maxRetries'];
        yield [['headers' => ['X-A: 1']], 'by name'];
        yield [['headers' => ['X-A' => "1\n2"]], 'X-A'];
        yield [['headers' => ['idempotency-key' => '1']], 'for one call'];
        yield [['headers' => ['Transfer-Encoding' => 'chunked']], 'Transfer-Encoding cannot be set'];
    }

    /** @dataProvider wrongOptions */
    public function testAnOptionThatCannotBeRightIsNamed(array $options, string $named): void
    {
        $this->expectException(\InvalidArgumentException::class);
        $this->expectExceptionMessage($named);
        new Svc(...($options + ['apiKey' => 'sk_test_1', 'baseUrl' => 'http://svc.test']));
    }

    /** @return iterable<string, array{string, string}> */
    public static function wrongBaseUrls(): iterable
    {
        foreach (Vectors::read('base-urls.json') as ['baseUrl' => $url, 'refused' => $reason]) {
            yield $url => [$url, $reason];
        }
    }

    /** @dataProvider wrongBaseUrls */
    public function testABaseUrlThatCannotBeOneIsRefusedWithTheReason(string $url, string $reason): void
    {
        try {
            new Svc('sk_test_1', $url);
            self::fail('It was not refused');
        } catch (\InvalidArgumentException $refusal) {
            self::assertStringStartsWith('baseUrl must ', $refusal->getMessage());
            self::assertStringContainsString($reason, $refusal->getMessage());
            self::assertStringNotContainsString('hush', $refusal->getMessage());
        }
    }

    public function testABaseUrlMayHaveAPortAndAPath(): void
    {
        foreach (['HTTPS://SVC.test:443/', 'http://[::1]:3000', 'http://svc.test:65535/a/@b//'] as $url) {
            self::assertInstanceOf(Svc::class, new Svc('sk_test_1', $url));
        }
    }

    /** @return iterable<string, array{list<string>}> */
    public static function clients(): iterable
    {
        return ['with cURL' => [[\PHP_BINARY]], 'without cURL' => [[\PHP_BINARY, '-n']]];
    }

    /** @dataProvider clients */
    public function testNoErrorSaysWhoWasAskedFor(array $php): void
    {
        $code = 'require $argv[1]; try { (new Svc\Payments\Svc("sk_test_1", "http://127.0.0.1:9", maxRetries: 0))->customers->list(email: "ada@x.y"); }'
            . ' catch (Svc\Payments\Exception\ConnectionException $error) { echo $error; }';
        $said = Process::run([...$php, '-r', $code, __DIR__ . '/autoload.php']);
        self::assertStringContainsString('efused', \str_replace("Couldn't connect", 'refused', $said));
        self::assertStringNotContainsString('email=', $said);
    }

    public function testAHeaderHoldsNoOther(): void
    {
        $svc = new Svc('sk_test_1', 'http://svc.test');
        $given = [
            [new RequestOptions(headers: ['X-A' => "secret\r\nX-B: 1"]), []],
            [new RequestOptions(headers: ["X-A: 1\r\nX-B" => '1']), []],
            [new RequestOptions(idempotencyKey: "a\nb"), []],
            [new RequestOptions(idempotencyKey: ''), []],
            [new RequestOptions(idempotencyKey: 'a b'), []],
            [new RequestOptions(idempotencyKey: 'ä'), []],
            [new RequestOptions(idempotencyKey: \str_repeat('k', 256)), []],
            [new RequestOptions(headers: ['X-A: 1']), []],
            [null, ['traceparent' => "00\r\nX-B: 1"]],
        ];
        foreach ($given as [$options, $named]) {
            try {
                $svc->payments->create(...$named, amount: ['value' => 1, 'currency' => 'USD'], options: $options);
                self::fail('It was sent');
            } catch (\InvalidArgumentException $error) {
                self::assertStringNotContainsString('secret', $error->getMessage());
            }
        }
    }

    public function testAnEmptyVersionIsRefused(): void
    {
        $svc = new Svc('sk_test_1', 'http://svc.test');
        foreach ([['ifMatch' => ''], ['ifMatch' => ' '], ['options' => new RequestOptions(headers: ['If-Match' => ''])]] as $named) {
            try {
                $svc->customers->update('cust_1', ...$named, phone: null);
                self::fail('It was sent');
            } catch (\InvalidArgumentException $error) {
                self::assertStringContainsString('ifMatch must not be empty', $error->getMessage());
            }
        }
    }

    /** @return iterable<string, array{\Closure(Svc, mixed): mixed}> what null must not leave out */
    public static function argumentsThatAreNeverNull(): iterable
    {
        yield 'the amount of a refund' => [static fn (Svc $svc, mixed $amount) => $svc->refunds->create(paymentId: 'pay_1', amount: $amount)];
        yield 'the amount of a capture' => [static fn (Svc $svc, mixed $amount) => $svc->payments->capture('pay_1', amount: $amount)];
        yield 'the amount of an approval' => [static fn (Svc $svc, mixed $amount) => $svc->payments->approve('pay_1', amount: $amount)];
        yield 'a version' => [static fn (Svc $svc, mixed $etag) => $svc->payments->capture('pay_1', ifMatch: $etag)];
        yield 'a filter' => [static fn (Svc $svc, mixed $customer) => $svc->payments->list(customerId: $customer)];
        yield 'an idempotency key' => [static fn (Svc $svc, mixed $key) => $svc->payments->create(
            amount: ['value' => 1, 'currency' => 'USD'],
            options: new RequestOptions(idempotencyKey: $key),
        )];
        yield 'a position' => [static fn (Svc $svc, mixed $place) => $svc->events->stream(lastEventId: $place)];
    }

    /** @dataProvider argumentsThatAreNeverNull */
    public function testNullLeavesNothingOut(\Closure $call): void
    {
        $address = MockServer::begin([Client::PAYMENT]);
        try {
            $call(new Svc('sk_test_1', $address), null);
            self::fail('It was sent');
        } catch (\TypeError $error) {
            self::assertStringContainsString('null given', $error->getMessage());
        }
        self::assertSame([], MockServer::noted($address));
    }

    public function testWhatIsLeftOutIsNotSent(): void
    {
        $page = ['status' => 200, 'json' => ['data' => [], 'hasMore' => false, 'nextCursor' => null]];
        $address = MockServer::begin([Client::PAYMENT, $page]);
        $svc = new Svc('sk_test_1', $address);
        $svc->payments->capture('pay_1', amount: NotGiven::Value, ifMatch: NotGiven::Value);
        $svc->payments->list(customerId: NotGiven::Value, limit: 1, options: new RequestOptions(idempotencyKey: NotGiven::Value));
        [$capture, $list] = MockServer::noted($address);
        self::assertNull($capture['body']);
        self::assertArrayNotHasKey('if-match', $capture['headers']);
        self::assertSame([['limit', '1']], $list['query']);
    }

    public function testAnIdempotencyKeyIsForWhatMakesSomething(): void
    {
        $this->expectException(\InvalidArgumentException::class);
        (new Svc('sk_test_1', 'http://svc.test'))->payments->retrieve('pay_1', new RequestOptions(idempotencyKey: 'k'));
    }
}
