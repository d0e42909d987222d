<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\Internal\SseParser;

/** Server-Sent Events in pieces of any size, and a message that is too long. */
final class SseParserTest extends TestCase
{
    private const LONGEST = 1 << 20;
    private const HEAD = 'data:';

    /** @return list<array{id: string|null, data: string|null}> the messages of a text that comes in pieces of this size */
    private static function read(string $text, int $size): array
    {
        $parser = new SseParser();
        $messages = [];
        foreach (\str_split($text, $size) as $piece) {
            foreach ($parser->push($piece) as $message) {
                $messages[] = $message;
            }
        }

        return $messages;
    }

    private static function longest(): string
    {
        return \str_repeat('x', self::LONGEST - \strlen(self::HEAD));
    }

    /** @return iterable<array{string, int}> */
    public static function cuts(): iterable
    {
        foreach (["\n", "\r", "\r\n"] as $end) {
            foreach ([1, 2, 3, 1000] as $size) {
                yield [$end, $size];
            }
        }
    }

    /** @dataProvider cuts */
    public function testPiecesAndLineEndsOfAnyKindMakeTheSameMessages(string $end, int $size): void
    {
        $lines = ['id: p1', 'data: Zoë', 'data', 'data:🐝', '', ': alive', '', 'id: p2', '', 'data: half'];
        self::assertSame(
            [['id' => 'p1', 'data' => "Zoë\n\n🐝"], ['id' => 'p1', 'data' => null], ['id' => 'p2', 'data' => null]],
            self::read(\implode($end, $lines), $size),
        );
    }

    public function testAMessageOfOneMebibyteIsRead(): void
    {
        $text = self::HEAD . self::longest() . "\n\n";
        self::assertSame(\array_fill(0, 2, ['id' => null, 'data' => self::longest()]), self::read($text . $text, 1 << 16));
    }

    /** @return iterable<string, array{string}> */
    public static function tooLong(): iterable
    {
        yield 'in one line' => [self::HEAD . self::longest() . 'x'];
        yield 'in many lines' => [\str_repeat(self::HEAD . "x\n", \intdiv(self::LONGEST, 6) + 1)];
    }

    /** @dataProvider tooLong */
    public function testALongerMessageIsRefused(string $text): void
    {
        $this->expectException(\LengthException::class);
        self::read($text, 1 << 16);
    }
}
