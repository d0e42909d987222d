<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\EventStream;
use Svc\Payments\Exception\ConnectionException;
use Svc\Payments\FileDownload;

/** Streams and files that are closed early, and files that take the place of others. */
final class EarlyEndsTest extends TestCase
{
    private const EVENTS = ['status' => 200, 'headers' => ['Content-Type' => 'text/event-stream']];
    private const CSV = ['status' => 200, 'headers' => ['Content-Type' => 'text/csv']];
    private const CONTENT = "id\r\npay_1\r\n";

    private string $folder;

    protected function setUp(): void
    {
        $this->folder = \sys_get_temp_dir() . '/svc-ends-' . \bin2hex(\random_bytes(6));
        \mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        \array_map(\unlink(...), \glob("{$this->folder}/*") ?: []);
        \rmdir($this->folder);
    }

    /** @param list<string|int|null> $pieces */
    private static function stream(array $pieces): EventStream
    {
        return Client::for([['pieces' => $pieces] + self::EVENTS])->events->stream();
    }

    private static function event(string $id): string
    {
        return "id: {$id}\ndata: " . Client::EVENT . "\n\n";
    }

    private static function file(): FileDownload
    {
        return Client::for([Client::FILE])->reports->download('rep_1');
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

    public function testALoopThatClosesItsFileEnds(): void
    {
        foreach ([['headers' => ['Content-Length' => '11'] + self::CSV['headers']] + self::CSV, self::CSV] as $answer) {
            $file = Client::for([['pieces' => ['id', 300, "\r\npay_1\r\n"]] + $answer])->reports->download('rep_1');
            $pieces = [];
            foreach ($file as $piece) {
                $pieces[] = $piece;
                $file->close();
            }
            self::assertSame(['id'], $pieces);
        }
    }

    public function testAFileThatWasClosedIsNotComplete(): void
    {
        $reads = [
            static fn (FileDownload $file) => $file->contents(),
            static fn (FileDownload $file) => \iterator_to_array($file),
            static fn (FileDownload $file) => $file->stream()->getContents(),
            fn (FileDownload $file) => $file->save("{$this->folder}/report.csv"),
        ];
        foreach ($reads as $read) {
            $file = self::file();
            $file->close();
            try {
                $read($file);
                self::fail('It did not throw');
            } catch (ConnectionException $error) {
                self::assertStringContainsString('closed', $error->getMessage());
            }
        }
        self::assertSame([], \glob("{$this->folder}/*"));
        $file = Client::for([['pieces' => ['id', null]] + self::CSV])->reports->download('rep_1');
        $stream = $file->stream();
        self::assertSame('i', $stream->read(1));
        $file->close();
        self::assertSame('d', $stream->read(1));
        $this->expectException(ConnectionException::class);
        $stream->read(1);
    }

    public function testAFileIsReadOnce(): void
    {
        $path = "{$this->folder}/report.csv";
        $file = self::file();
        $file->save($path);
        try {
            $file->save($path);
            self::fail('It did not throw');
        } catch (\LogicException $error) {
            self::assertStringContainsString('Download it again', $error->getMessage());
        }
        self::assertSame(self::CONTENT, \file_get_contents($path));
        self::assertSame([$path], \glob("{$this->folder}/*"));
    }

    public function testAFileKeepsThePermissionsOfTheOneThatItReplaces(): void
    {
        $path = "{$this->folder}/report.csv";
        \file_put_contents($path, 'old');
        \chmod($path, 0600);
        $look = 'while (!($found = glob("*.part"))) { usleep(1000); } usleep(200_000); printf("%o", fileperms($found[0]) & 0777);';
        $watcher = new Process([\PHP_BINARY, '-n', '-r', $look], folder: $this->folder);
        $slow = ['pieces' => ['id', 1500, "\r\npay_1\r\n"]] + self::CSV;
        Client::for([$slow])->reports->download('rep_1')->save($path);
        self::assertSame('600', $watcher->rest());
        self::assertSame(0, $watcher->end());
        \clearstatcache();
        self::assertSame([self::CONTENT, 0600], [\file_get_contents($path), \fileperms($path) & 0777]);
    }

    public function testAFileIsWrittenWhereALinkPoints(): void
    {
        \file_put_contents("{$this->folder}/2026.csv", 'old');
        \symlink("{$this->folder}/2026.csv", "{$this->folder}/report.csv");
        self::file()->save("{$this->folder}/report.csv");
        self::assertTrue(\is_link("{$this->folder}/report.csv"));
        self::assertSame(self::CONTENT, \file_get_contents("{$this->folder}/2026.csv"));
    }

    public function testAPipeIsWrittenToAndNotReplaced(): void
    {
        $pipe = "{$this->folder}/pipe";
        self::assertTrue(\posix_mkfifo($pipe, 0600));
        $reader = new Process(['cat', $pipe]);
        self::file()->save($pipe);
        if (\filetype($pipe) !== 'fifo') {
            $reader->kill();
            self::fail('It was replaced');
        }
        self::assertSame(self::CONTENT, $reader->rest());
        self::assertSame(0, $reader->end());
    }
}
