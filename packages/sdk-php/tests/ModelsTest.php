<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\Internal\Call;
use Svc\Payments\Internal\Operation;
use Svc\Payments\Internal\Wire;
use Svc\Payments\Models\Amount;
use Svc\Payments\Models\Payment;
use Svc\Payments\Models\PaymentPage;
use Svc\Payments\Models\PaymentStatus;
use Svc\Payments\Models\RefundFailedEvent;
use Svc\Payments\Models\WebhookEvent;
use Svc\Payments\Models\WebhookWithSecret;
use Svc\Payments\NotGiven;

final class ModelsTest extends TestCase
{
    private const JSON = '{"id":"pay_1","amount":{"value":9007199254740991,"currency":"USD","minor":true},"customer":null,'
        . '"metadata":{"orderId":"7","empty":{},"list":[],"numbered":{"0":"a"}},"createdAt":"2026-11-22T09:30:00.204Z",'
        . '"version":"three","newThing":{"x":{}}}';

    public function testFieldsHaveTheirTypes(): void
    {
        $payment = Payment::fromJson(self::JSON);
        self::assertSame(9007199254740991, $payment->amount->value);
        self::assertNull($payment->customer);
        self::assertSame('2026-11-22T09:30:00.204+00:00', $payment->createdAt->format('Y-m-d\TH:i:s.vP'));
        self::assertSame('7', $payment->metadata['orderId']);
    }

    public function testAWholeNumberIsOneHoweverItIsWritten(): void
    {
        $amount = Amount::fromJson("\u{FEFF}" . '{"value":1999.0,"currency":"USD"}');
        self::assertSame(1999, $amount->value);
        self::assertFalse(isset(Amount::fromJson('{"value":19.5}')->value));
    }

    public function testWhatIsNotKnownIsKept(): void
    {
        $payment = Payment::fromJson(self::JSON);
        self::assertEquals(['x' => new \stdClass()], $payment->newThing);
        self::assertTrue(isset($payment->newThing));
        self::assertSame(['newThing' => ['x' => []]], $payment->unknownFields());
        self::assertSame(['minor' => true], $payment->amount->unknownFields());
        self::assertSame(self::JSON, \json_encode($payment, \JSON_UNESCAPED_SLASHES));
        self::assertSame(\json_decode(self::JSON, true), $payment->toArray());
    }

    public function testWhatDidNotComeIsToldFromNull(): void
    {
        $payment = Payment::fromJson(self::JSON);
        self::assertFalse(isset($payment->status));
        self::assertSame('?', $payment->status ?? '?');
        $this->expectException(\OutOfBoundsException::class);
        $this->expectExceptionMessage('This Payment came without status');
        $payment->status;
    }

    public function testAFieldOfAnotherTypeHidesNoOther(): void
    {
        $payment = Payment::fromJson(self::JSON);
        self::assertSame('three', $payment->toArray()['version']);
        $this->expectExceptionMessage('another type');
        $payment->version;
    }

    public function testAModelDoesNotChange(): void
    {
        $payment = Payment::fromJson(self::JSON);
        $payment->jsonSerialize()->amount->value = 1;
        self::assertSame(self::JSON, \json_encode($payment, \JSON_UNESCAPED_SLASHES));
        foreach (['id', 'status', 'newThing', 'brandNew'] as $name) {
            try {
                $payment->{$name} = 'pay_2';
                self::fail("{$name} was changed");
            } catch (\Error | \LogicException) {
                self::assertSame('pay_1', $payment->id);
            }
        }
    }

    public function testModelsSurviveCachesAndQueues(): void
    {
        $payment = \unserialize(\serialize(Payment::fromJson(self::JSON)));
        self::assertSame('pay_1', $payment->id);
        self::assertSame(self::JSON, \json_encode(clone $payment, \JSON_UNESCAPED_SLASHES));
    }

    public function testASecretIsNotShownWhereAnObjectIsDumped(): void
    {
        $webhook = WebhookWithSecret::fromJson('{"id":"wh_1","secret":"whsec_1"}');
        self::assertStringNotContainsString('whsec_1', \print_r($webhook, true));
        self::assertSame('whsec_1', $webhook->secret);
    }

    public function testAnEventIsOfTheClassOfItsType(): void
    {
        $event = WebhookEvent::fromJson('{"id":"evt_1","type":"refund.failed","data":{"paymentId":"pay_1"}}');
        self::assertInstanceOf(RefundFailedEvent::class, $event);
        self::assertSame('pay_1', $event->data->paymentId);
    }

    public function testEnumsAreOpen(): void
    {
        self::assertSame('completed', PaymentStatus::COMPLETED);
        self::assertSame('tickled', Payment::fromJson('{"status":"tickled"}')->status);
    }

    public function testAPageKnowsItsEnd(): void
    {
        $page = PaymentPage::fromJson('{"data":[' . self::JSON . '],"hasMore":false,"nextCursor":null}');
        self::assertSame(['pay_1'], \array_map(static fn (Payment $each) => $each->id, \iterator_to_array($page)));
        $this->expectException(\LogicException::class);
        $page->nextPage();
    }

    /** @return iterable<string, array{array<string, mixed>, string}> */
    public static function bodies(): iterable
    {
        $payment = Payment::fromJson(self::JSON);
        yield 'empty objects are not lists' => [['metadata' => [], 'address' => []], '{"metadata":{},"address":{}}'];
        yield 'what came goes back as it was' => [['metadata' => $payment->metadata], \sprintf('{"metadata":%s}', \json_encode($payment->jsonSerialize()->metadata))];
        yield 'keys that are numbers' => [['metadata' => ['a', 'b']], '{"metadata":{"0":"a","1":"b"}}'];
        yield 'models' => [['amount' => Amount::fromJson('{"value":1,"currency":"USD"}')], '{"amount":{"value":1,"currency":"USD"}}'];
        yield 'what becomes an empty list by itself' => [['metadata' => self::collection([])], '{"metadata":{}}'];
        yield 'what is left out, and null' => [['phone' => null, 'email' => NotGiven::Value, 'address' => ['city' => null]], '{"phone":null,"address":{"city":null}}'];
        yield 'what array_filter leaves of a list' => [['events' => \array_filter(['', 'payment.failed'])], '{"events":["payment.failed"]}'];
        yield 'lists of objects' => [['approvalThresholds' => [['value' => 1, 'currency' => 'USD']]], '{"approvalThresholds":[{"value":1,"currency":"USD"}]}'];
        yield 'moments, with their zone' => [['expiresAt' => new \DateTimeImmutable('2026-01-02T03:04:05.678901+02:00')], '{"expiresAt":"2026-01-02T03:04:05.678901+02:00"}'];
        yield 'numbers, all their digits' => [['metadata' => ['x' => 0.1, 'y' => 1.0, 'z' => 1 / 3]], '{"metadata":{"x":0.1,"y":1.0,"z":0.3333333333333333}}'];
        yield 'text of every language' => [['metadata' => ['x' => "Zoë 🐝 /\u{2028}"]], '{"metadata":{"x":"Zoë 🐝 /\u2028"}}'];
        yield 'nothing at all' => [[], '{}'];
    }

    /** As frameworks have them. */
    private static function collection(array $items): \JsonSerializable
    {
        return new class ($items) implements \JsonSerializable {
            public function __construct(private readonly array $items)
            {
            }

            public function jsonSerialize(): array
            {
                return $this->items;
            }
        };
    }

    /** @dataProvider bodies */
    public function testABody(array $body, string $json): void
    {
        $before = \ini_set('serialize_precision', '5');
        $found = Wire::body(new Call(new Operation('PATCH', '/', bodyRequired: true), null, body: $body));
        self::assertSame('5', \ini_set('serialize_precision', (string) $before));
        self::assertSame($json, $found);
    }

    public function testWhatIsNoJsonIsTheCallersMistake(): void
    {
        foreach (["\xff", \NAN, \fopen('php://memory', 'r')] as $value) {
            try {
                Wire::body(new Call(new Operation('POST', '/'), null, body: ['reference' => $value]));
                self::fail('It was sent');
            } catch (\InvalidArgumentException $error) {
                self::assertStringContainsString('no JSON', $error->getMessage());
            }
        }
    }

    /** @return iterable<string, array{mixed}> */
    public static function objectsWithoutJson(): iterable
    {
        yield 'a function' => [static fn (): int => 1];
        yield 'a generator' => [(static function (): \Generator {
            yield 1;
        })()];
        yield 'an iterator' => [new \ArrayIterator([1])];
        yield 'an object of another class' => [new class () {
            private string $hidden = 'secret';
        }];
    }

    /**
     * json_encode() would make an empty object of it, or one of what is public.
     *
     * @dataProvider objectsWithoutJson
     */
    public function testAnObjectWithoutAJsonFormIsRefused(mixed $value): void
    {
        foreach ([['metadata' => ['x' => ['y' => $value]]], ['metadata' => $value], ['reference' => $value], ['events' => [$value]]] as $body) {
            try {
                Wire::body(new Call(new Operation('POST', '/'), null, body: $body));
                self::fail('It was sent');
            } catch (\InvalidArgumentException $error) {
                self::assertStringContainsString('no JSON', $error->getMessage());
                self::assertStringNotContainsString('secret', $error->getMessage());
            }
        }
    }
}
