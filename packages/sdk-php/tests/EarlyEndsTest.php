<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\EventStream;

/** Streams that are closed early. */
final class EarlyEndsTest extends TestCase
{
    private const EVENTS = ['status' => 200, 'headers' => ['Content-Type' => 'text/event-stream']];

    /** @param list<string|int|null> $pieces */
    private static function stream(array $pieces): EventStream
    {
        return Client::for([['pieces' => $pieces] + self::EVENTS])->events->stream();
    }

    private static function event(string $id): string
    {
        return "id: {$id}\ndata: " . Client::EVENT . "\n\n";
    }

    /** @return list<string> */
    private static function idsUntilClosed(EventStream $stream): array
    {
        $ids = [];
        foreach ($stream as $each) {
            $ids[] = $each->id;
            $stream->close();
        }

        return $ids;
    }

    public function testALoopThatClosesItsStreamEnds(): void
    {
        $atOnce = self::stream([self::event('p1') . self::event('p2') . self::event('p3'), null]);
        self::assertSame(['p1'], self::idsUntilClosed($atOnce));
        self::assertSame('p1', $atOnce->lastEventId());
        $late = self::stream([self::event('p1'), 300, self::event('p2') . self::event('p3'), null]);
        self::assertSame(['p1'], self::idsUntilClosed($late));
    }

    public function testAStreamThatWasClosedHasNoEvents(): void
    {
        $stream = self::stream([self::event('p1'), null]);
        $stream->close();
        self::assertSame([], \iterator_to_array($stream));
    }

    /** @requires extension pcntl */
    public function testALoopThatWaitsEndsWhenTheHandlerOfASignalClosesItsStream(): void
    {
        $stream = self::stream([self::event('p1'), 2000, ": alive\n\n", null]);
        $before = \pcntl_async_signals(true);
        \pcntl_signal(\SIGALRM, $stream->close(...));
        try {
            \pcntl_alarm(1);
            self::assertCount(1, \iterator_to_array($stream));
        } finally {
            \pcntl_signal(\SIGALRM, \SIG_DFL);
            \pcntl_async_signals($before);
        }
    }
}
