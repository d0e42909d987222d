<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use Svc\Payments\Svc;

/** Clients of the mock server. */
final class Client
{
    public const PAYMENT = ['status' => 200, 'headers' => ['Request-Id' => 'req_1', 'ETag' => '"3"'], 'json' => ['id' => 'pay_1']];
    public const FILE = ['status' => 200, 'headers' => ['Content-Type' => 'text/csv; charset=utf-8'], 'text' => "id\r\npay_1\r\n"];
    public const EVENT = '{"id":"evt_1","type":"payment.completed","created":"2026-11-22T09:00:00.000Z","data":{"id":"pay_1"}}';
    public const STREAM = [
        'status' => 200,
        'headers' => ['Content-Type' => 'text/event-stream'],
        'text' => "retry: 2000\nid: p0\n\n: alive\n\nid: p1\ndata: " . self::EVENT . "\n\n: end\n\n",
    ];

    /** @param list<array<string, mixed>> $answers */
    public static function for(array $answers, mixed ...$options): Svc
    {
        return new Svc('sk_test_1', MockServer::begin($answers), ...$options);
    }
}
