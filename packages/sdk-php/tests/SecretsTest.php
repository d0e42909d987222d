<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\CallEvent;
use Svc\Payments\Exception\SvcException;
use Svc\Payments\RequestOptions;
use Svc\Payments\Svc;

/** The key, and headers that may hold secrets, are in nothing that ends in a log. */
final class SecretsTest extends TestCase
{
    private const KEY = 'sk_test_verySecret';
    private const TOKEN = 'hushHush';

    private static function assertTellsNothing(string $said): void
    {
        self::assertStringNotContainsString(self::KEY, $said);
        self::assertStringNotContainsString(self::TOKEN, $said);
    }

    /**
     * All text that a logger could find in a value, which looks into objects as well. Those of the tests hold the key.
     *
     * @param array<int, true> $seen
     */
    private static function textIn(mixed $value, array &$seen = []): string
    {
        if (\is_object($value)) {
            $ours = \preg_match('/^(Svc\\\\Payments\\\\(?!Tests)|GuzzleHttp|stdClass|\w*Exception)/', $value::class) === 1;
            if (!$ours || isset($seen[\spl_object_id($value)])) {
                return '';
            }
            $seen[\spl_object_id($value)] = true;
            $value = (array) $value;
        }
        if (!\is_array($value)) {
            return \is_string($value) ? "{$value}\n" : '';
        }
        $text = '';
        foreach ($value as $key => $each) {
            $text .= "{$key}\n" . self::textIn($each, $seen);
        }

        return $text;
    }

    private static function client(array $answers, string $address = '', mixed ...$options): Svc
    {
        $address = $address === '' ? MockServer::begin($answers) : $address;

        $all = ['headers' => ['X-Token' => self::TOKEN], 'maxRetries' => 0, 'timeout' => 2.0] + $options;

        return new Svc(self::KEY, $address, ...$all);
    }

    public function testADumpOfTheClientDoesNotShowThem(): void
    {
        $svc = self::client([]);
        \ob_start();
        \var_dump($svc);
        self::assertTellsNothing((string) \ob_get_clean());
        self::assertTellsNothing(\print_r($svc, true) . \var_export($svc, true) . self::textIn($svc));
        $this->expectException(\LogicException::class);
        \serialize($svc);
    }

    public function testErrorsDoNotHoldThem(): void
    {
        $broken = ['status' => 0, 'breaksOff' => true];
        $refused = ['status' => 401, 'json' => ['code' => 'unauthorized', 'detail' => 'No.']];
        $foreign = ['status' => 200, 'text' => 'hello'];
        $calls = [
            static fn () => self::client([$broken])->payments->retrieve('pay_1'),
            static fn () => self::client([], 'http://127.0.0.1:9')->payments->retrieve('pay_1'),
            static fn () => self::client([$refused])->payments->create(amount: ['value' => 1, 'currency' => 'USD']),
            static fn () => self::client([$foreign])->payments->retrieve('pay_1', new RequestOptions(headers: ['X-Other' => self::TOKEN])),
            static fn () => self::client([$broken])->reports->download('rep_1'),
            static fn () => self::client([['text' => 'data: x'] + Client::STREAM])->events->stream()->getIterator()->current()
                ?? throw new \LogicException('The stream has ended'),
        ];
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('It did not throw');
            } catch (SvcException $error) {
                self::assertTellsNothing((string) $error . self::textIn($error));
                self::assertNull($error->getPrevious());
            }
        }
    }

    public function testErrorsDoNotHoldTheSecretsOfARequest(): void
    {
        if (\PHP_VERSION_ID < 80200) {
            self::markTestSkipped('PHP 8.1 knows no sensitive parameters.');
        }
        self::assertSame('0', \ini_get('zend.exception_ignore_args'));
        $broken = ['status' => 0, 'breaksOff' => true];
        $refused = ['status' => 401, 'json' => ['code' => 'unauthorized', 'detail' => 'No.']];
        $operations = [];
        foreach (Contract::bodies() as $operation => [$ids, $schema]) {
            $given = [...$ids, ...Contract::withSecrets($schema, self::TOKEN) ?? []];
            if (\count($given) === \count($ids)) {
                continue;
            }
            $operations[] = $operation;
            foreach ([$broken, $refused] as $answer) {
                $address = MockServer::begin([$answer]);
                self::assertErrorTellsNothing($operation, $given, $address);
                self::assertStringContainsString(self::TOKEN, \json_encode(MockServer::noted($address)[0]['body']));
            }
            self::assertErrorTellsNothing($operation, $given, 'http://127.0.0.1:9');
            // No JSON, since it is no UTF-8.
            $odd = [...$ids, ...Contract::withSecrets($schema, self::TOKEN . "\xFF")];
            self::assertErrorTellsNothing($operation, $odd, 'http://127.0.0.1:9');
        }
        $expected = ['createPaymentMethod', 'createProcessor', 'createWebhook', 'rotateWebhookSecret', 'updateProcessor'];
        self::assertEqualsCanonicalizing($expected, $operations);
    }

    private static function assertErrorTellsNothing(string $operation, #[\SensitiveParameter] array $given, string $address): void
    {
        [$resource, $method] = Vectors::methods()[$operation];
        try {
            self::client([], $address)->{$resource}->{$method}(...$given);
        } catch (SvcException | \InvalidArgumentException $error) {
            self::assertTellsNothing((string) $error . self::textIn($error));
            self::assertNull($error->getPrevious());

            return;
        }
        self::fail('It did not throw');
    }

    public function testWhatIsWrongWithAKeyIsNotShown(): void
    {
        foreach (['', self::KEY . ' ', self::KEY . "\n", self::KEY . 'ä'] as $key) {
            try {
                new Svc($key, 'http://svc.test', headers: ['X-Token' => self::TOKEN]);
                self::fail('It was taken');
            } catch (\InvalidArgumentException $error) {
                self::assertTellsNothing((string) $error . self::textIn($error));
            }
        }
    }

    public function testTheHookIsNotToldThem(): void
    {
        $told = [];
        $hook = static function (CallEvent $event) use (&$told): void {
            $told[] = $event;
        };
        self::client([Client::PAYMENT], '', onEvent: $hook)->payments->retrieve('pay_1');
        self::assertCount(2, $told);
        self::assertTellsNothing(\print_r($told, true));
    }
}
