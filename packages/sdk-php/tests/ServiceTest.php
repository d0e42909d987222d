<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\Exception\ConflictException;
use Svc\Payments\Exception\NotFoundException;
use Svc\Payments\Exception\PreconditionException;
use Svc\Payments\Models\PaymentCompletedEvent;
use Svc\Payments\Models\TimelineStateEntry;
use Svc\Payments\RequestOptions;
use Svc\Payments\Webhooks;

/** Journeys against the real service, and the examples. */
final class ServiceTest extends TestCase
{
    private const EXAMPLES = __DIR__ . '/../examples';

    private static function example(string $name): array
    {
        return Service::run([self::EXAMPLES . "/{$name}"], __DIR__ . '/autoload.php', self::EXAMPLES);
    }

    /** Waits for what is to come about, which a busy machine may take its time for. */
    private static function eventually(\Closure $found): void
    {
        for ($left = 100; $left > 0 && !$found(); --$left) {
            \usleep(200_000);
        }
    }

    public function testTheExampleThatCharges(): void
    {
        $expected = ['payment completed 1999 of order 1042', 'refund 500 of 500', 'refused /amount/value out_of_range'];
        self::assertSame($expected, self::example('charge.php'));
    }

    public function testTheExampleThatFollowsEvents(): void
    {
        self::assertStringStartsWith('completed 3, up to ', self::example('follow_events.php')[0]);
    }

    public function testTheExampleThatTakesDeliveries(): void
    {
        $env = ['WEBHOOK_SECRET' => 'the secret', 'COMPOSER_AUTOLOAD' => __DIR__ . '/autoload.php'];
        $server = new Process([\PHP_BINARY, '-S', '127.0.0.1:0', self::EXAMPLES . '/webhook.php'], $env);
        try {
            self::assertSame(1, \preg_match('~\((http://127\.0\.0\.1:\d+)\) started~', $server->line(), $found));
            $body = '{"id":"evt_1","type":"payment.completed","data":{"id":"pay_1","amount":{"value":7,"currency":"USD"}}}';
            $http = new \GuzzleHttp\Client(['http_errors' => false, 'proxy' => '']);
            $post = static fn (string $secret) => $http->post($found[1], ['body' => $body, 'headers' => Webhooks::sign($body, $secret)]);
            $good = $post('the secret');
            $bad = $post('another');
            self::assertSame([200, 'thanks'], [$good->getStatusCode(), (string) $good->getBody()]);
            self::assertSame([400, 'signature_mismatch'], [$bad->getStatusCode(), (string) $bad->getBody()]);
        } finally {
            $server->kill();
        }
    }

    public function testACustomersWay(): void
    {
        $svc = Service::client();
        $customer = $svc->customers->create(
            email: 'grace@example.com',
            address: ['postalCode' => '10001'],
            metadata: ['crmId' => ['inSide' => 1, 'empty' => new \stdClass()]],
        );
        self::assertSame('10001', $customer->address->postalCode);
        try {
            $svc->customers->create(email: 'grace@example.com');
            self::fail('There are two');
        } catch (ConflictException $refusal) {
            self::assertSame($customer->id, $refusal->problem->existingId);
        }

        $seen = $svc->customers->retrieve($customer->id);
        $etag = $seen->rawResponse()->getHeaderLine('ETag');
        $changed = $svc->customers->update($customer->id, firstName: 'Grace', phone: null, ifMatch: $etag, metadata: $seen->metadata);
        self::assertSame(['Grace', null, $customer->version + 1], [$changed->firstName, $changed->phone, $changed->version]);
        self::assertEquals($customer->jsonSerialize()->metadata, $changed->jsonSerialize()->metadata);
        try {
            $svc->customers->update($customer->id, firstName: 'G.', ifMatch: $etag);
            self::fail('It has changed since');
        } catch (PreconditionException) {
            $svc->customers->delete($customer->id);
        }
        $this->expectException(NotFoundException::class);
        $svc->customers->retrieve($customer->id);
    }

    public function testAPaymentsWay(): void
    {
        $svc = Service::client();
        $options = new RequestOptions(idempotencyKey: 'order-' . \bin2hex(\random_bytes(8)));
        $make = static fn () => $svc->payments->create(
            amount: ['value' => 4200, 'currency' => 'JPY'],
            captureMethod: 'manual',
            expiresAt: new \DateTimeImmutable('+2 days', new \DateTimeZone('Asia/Tokyo')),
            wait: 10,
            options: $options,
        );
        $payment = $make();
        self::assertSame('authorized', $payment->stage);
        $expires = $payment->expiresAt ?? new \DateTimeImmutable('@0');
        self::assertEqualsWithDelta(\time() + 2 * 86400, $expires->getTimestamp(), 600);
        $payment = $svc->payments->retrieve($payment->id);
        $svc->payments->capture($payment->id, reason: 'Shipped');
        self::eventually(static fn (): bool => $svc->payments->retrieve($payment->id)->status !== 'pending');
        $states = \array_filter($svc->payments->timeline($payment->id)->data, static fn ($each) => $each instanceof TimelineStateEntry);
        self::assertSame('completed', \end($states)->status);
        $events = [];
        foreach ($svc->events->list(order: 'asc') as $event) {
            if ($event instanceof PaymentCompletedEvent) {
                $events[] = $event->data->id;
            }
        }
        self::assertContains($payment->id, $events);
    }

    public function testAnIdempotencyKeyMakesOne(): void
    {
        $svc = Service::client();
        $options = new RequestOptions(idempotencyKey: 'order-' . \bin2hex(\random_bytes(8)));
        [$first, $second] = [
            $svc->payments->create(amount: ['value' => 700, 'currency' => 'GBP'], options: $options),
            $svc->payments->create(amount: ['value' => 700, 'currency' => 'GBP'], options: $options),
        ];
        self::assertSame($first->id, $second->id);
        self::assertSame('true', $second->rawResponse()->getHeaderLine('Idempotent-Replayed'));
    }

    public function testListsGoOverTheirPages(): void
    {
        $svc = Service::client();
        $make = static fn () => $svc->payments->create(amount: ['value' => 100, 'currency' => 'CHF'])->id;
        $made = [$make(), $make(), $make(), $make(), $make()];
        $listed = \array_map(static fn ($each) => $each->id, \iterator_to_array($svc->payments->list(currency: 'CHF', limit: 2)));
        self::assertEqualsCanonicalizing($made, $listed);
    }

    public function testEventsBehindOneThatIsKnownGoOverTheirPages(): void
    {
        $svc = Service::client();
        for ($number = 0; $number < 4; ++$number) {
            $svc->customers->create(email: "reader-{$number}-" . \bin2hex(\random_bytes(8)) . '@example.com');
        }
        $events = static fn (mixed ...$more): array => \array_map(
            static fn ($each) => $each->id,
            \iterator_to_array($svc->events->list(...['order' => 'asc', 'type' => 'customer.created'], ...$more)),
        );
        $all = $events();
        self::assertGreaterThanOrEqual(4, \count($all));
        self::assertSame(\array_slice($all, 1), $events(after: $all[0], limit: 1));
    }

    public function testAReportIsDownloaded(): void
    {
        $svc = Service::client();
        $report = $svc->reports->create(
            type: 'payments',
            format: 'csv',
            createdFrom: new \DateTimeImmutable('2026-01-01T00:00:00Z'),
            createdTo: '2026-02-01T00:00:00Z',
        );
        self::eventually(static fn (): bool => $svc->reports->retrieve($report->id)->status === 'ready');
        $file = $svc->reports->download($report->id);
        self::assertSame('text/csv', $file->mediaType);
        self::assertStringStartsWith('"id",', $file->contents());
    }
}
