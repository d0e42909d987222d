<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use GuzzleHttp\Psr7\Request;
use PHPUnit\Framework\TestCase;
use Svc\Payments\Exception\WebhookVerificationException;
use Svc\Payments\Models\PaymentCompletedEvent;
use Svc\Payments\Models\UnknownWebhookEvent;
use Svc\Payments\Webhooks;

final class WebhooksTest extends TestCase
{
    private const SECRET = 'correct-horse-battery-staple';
    private const BODY = '{"id":"evt_1","type":"payment.completed","created":"2026-11-22T09:00:00.000Z","data":{"id":"pay_1"}}';

    protected function tearDown(): void
    {
        Clock::$now = null;
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function verifications(): iterable
    {
        return \array_map(static fn ($case) => [$case], \array_column(Vectors::read('webhooks.json')['verify'], null, 'name'));
    }

    /** @dataProvider verifications */
    public function testVerify(array $case): void
    {
        Clock::$now = $case['now'] ?? null;
        try {
            $event = Webhooks::verify($case['body'], $case['headers'], $case['secrets'], $case['tolerance'] ?? null);
        } catch (WebhookVerificationException $refusal) {
            self::assertSame($case['code'] ?? 'none', $refusal->errorCode);

            return;
        }
        self::assertTrue(Vectors::contains($event->toArray(), $case['event']));
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function signings(): iterable
    {
        return \array_map(static fn ($case) => [$case], \array_column(Vectors::read('webhooks.json')['sign'], null, 'name'));
    }

    /** @dataProvider signings */
    public function testSign(array $case): void
    {
        try {
            $headers = Webhooks::sign($case['body'], $case['secret'], $case['nextSecret'] ?? null, $case['eventId'] ?? null, $case['timestamp']);
        } catch (\InvalidArgumentException $refusal) {
            self::assertStringContainsString(Vectors::letters($case['refused'] ?? 'none'), Vectors::letters($refusal->getMessage()));

            return;
        }
        self::assertSame($case['headers'] ?? null, $headers);
    }

    /** @return iterable<string, array{mixed}> */
    public static function formsOfHeaders(): iterable
    {
        $signed = Webhooks::sign(self::BODY, self::SECRET);
        $server = ['REQUEST_METHOD' => 'POST', 'argc' => 1, 'argv' => ['x']];
        foreach ($signed as $name => $value) {
            $server['HTTP_' . \strtoupper(\strtr($name, '-', '_'))] = $value;
        }
        yield 'as sign makes them' => [$signed];
        yield 'as getallheaders has them' => [\array_combine(\array_map(static fn ($name) => \ucwords($name, '-'), \array_keys($signed)), $signed)];
        yield 'as $_SERVER has them' => [$server];
        yield 'as Symfony and Laravel have them' => [\array_map(static fn ($value) => [$value], \array_change_key_case($signed))];
        yield 'an iterator' => [new \ArrayIterator($signed)];
        yield 'a PSR-7 request' => [new Request('POST', '/', $signed)];
    }

    /** @dataProvider formsOfHeaders */
    public function testHeadersInWhateverFormPhpHasThem(mixed $headers): void
    {
        $event = Webhooks::verify(self::BODY, $headers, self::SECRET, tolerance: 300);
        self::assertInstanceOf(PaymentCompletedEvent::class, $event);
        self::assertSame('pay_1', $event->data->id);
        Webhooks::verify(self::BODY, $headers, ['another', self::SECRET]);
    }

    /** @return iterable<array{float}> */
    public static function noTolerances(): iterable
    {
        return [[\NAN], [-1.0]];
    }

    /** @dataProvider noTolerances */
    public function testAToleranceThatIsNoneIsAMistakeOfTheCaller(float $tolerance): void
    {
        $this->expectException(\InvalidArgumentException::class);
        $this->expectExceptionMessage('tolerance');
        Webhooks::verify(self::BODY, [], self::SECRET, tolerance: $tolerance);
    }

    public function testAnEventOfAnUnknownKindIsHandedOnAsItCame(): void
    {
        $body = '{"id":"evt_1","type":"payment.tickled","created":"2026-11-22T09:00:00.000Z","data":{"odd":[1]}}';
        $event = Webhooks::verify($body, Webhooks::sign($body, self::SECRET), self::SECRET);
        self::assertInstanceOf(UnknownWebhookEvent::class, $event);
        self::assertSame(['payment.tickled', ['odd' => [1]]], [$event->type, $event->data]);
    }

    public function testABodyThatWasParsedIsRefusedByItsOwnCode(): void
    {
        try {
            Webhooks::verify(['id' => 'evt_1'], [], self::SECRET);
            self::fail('It was not refused');
        } catch (WebhookVerificationException $refusal) {
            self::assertSame('body_not_raw', $refusal->errorCode);
        }
    }

    /** @return iterable<array{string}> */
    public static function entries(): iterable
    {
        return ['of one byte' => ['v1,AA'], 'of an HMAC' => ['v1,' . \str_repeat('A', 43) . '=']];
    }

    /** @dataProvider entries */
    public function testASecretIsUsedOnceForEachSchemeHoweverManySignaturesThereAre(string $entry): void
    {
        $headers = Webhooks::sign(self::BODY, self::SECRET);
        $many = \implode(' ', \array_fill(0, 2_600, $entry));
        $secrets = ['another', self::SECRET];
        Hmacs::$computed = 0;
        $headers['webhook-signature'] = "{$many} {$headers['webhook-signature']}";
        self::assertSame('evt_1', Webhooks::verify(self::BODY, $headers, $secrets)->id);
        self::assertSame(4, Hmacs::$computed);
        try {
            Webhooks::verify(self::BODY, ['webhook-signature' => $many], $secrets);
            self::fail('It was not refused');
        } catch (WebhookVerificationException $refusal) {
            self::assertSame(['signature_mismatch', 6], [$refusal->errorCode, Hmacs::$computed]);
        }
    }

    /** @return iterable<array{mixed}> */
    public static function noSecrets(): iterable
    {
        return [[''], [[]], [['']], [[self::SECRET, '']], [[null]]];
    }

    /** @dataProvider noSecrets */
    public function testAMissingSecretIsAMistakeOfTheCaller(mixed $secret): void
    {
        $this->expectException(\InvalidArgumentException::class);
        Webhooks::verify('{}', [], $secret);
    }

    public function testAnEmptySecretSignsNothing(): void
    {
        foreach ([['secret' => ''], ['secret' => self::SECRET, 'nextSecret' => '']] as $secrets) {
            try {
                Webhooks::sign(self::BODY, ...$secrets);
                self::fail('It was signed');
            } catch (\InvalidArgumentException $error) {
                self::assertStringContainsString('secret', $error->getMessage());
            }
        }
    }
}
