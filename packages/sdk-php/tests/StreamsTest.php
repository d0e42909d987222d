<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\Exception\ConnectionException;
use Svc\Payments\Exception\InvalidResponseException;
use Svc\Payments\Exception\TimeoutException;
use Svc\Payments\Models\PaymentCompletedEvent;

/** Files and streams, taken as they come; and answers that take their time. */
final class StreamsTest extends TestCase
{
    private const JSON = ['Content-Type' => 'application/json'];
    private const EVENTS = ['Content-Type' => 'text/event-stream'];
    /** Seconds; the server is silent for less than that, and altogether for longer. */
    private const LIMIT = 1.2;
    private const PIECES = [500, ': a', 500, 'live', 500, "\n\n", 500];

    private string $folder;

    protected function setUp(): void
    {
        $this->folder = \sys_get_temp_dir() . '/svc-streams-' . \bin2hex(\random_bytes(6));
        \mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        \array_map(\unlink(...), \glob("{$this->folder}/*") ?: []);
        \rmdir($this->folder);
    }

    public function testAFileIsTakenAsItComes(): void
    {
        $svc = Client::for([Client::FILE, Client::FILE, Client::FILE, Client::FILE]);
        $file = $svc->reports->download('rep_1');
        self::assertSame(['text/csv', 11], [$file->mediaType, $file->size]);
        self::assertSame("id\r\npay_1\r\n", \implode('', \iterator_to_array($file, false)));
        self::assertSame("id\r\npay_1\r\n", $svc->reports->download('rep_1')->contents());
        $stream = $svc->reports->download('rep_1')->stream();
        self::assertSame(['id', 11], [$stream->read(2), $stream->getSize()]);
        self::assertSame("\r\npay_1\r\n", $stream->getContents());
        $svc->reports->download('rep_1')->save("{$this->folder}/report.csv");
        self::assertSame("id\r\npay_1\r\n", \file_get_contents("{$this->folder}/report.csv"));
    }

    public function testAFileThatBreaksOffLeavesWhatWasThere(): void
    {
        \file_put_contents("{$this->folder}/report.csv", 'old');
        $chunked = ['status' => 200, 'headers' => ['Content-Type' => 'text/csv'], 'pieces' => ['id', 20], 'breaksOff' => true];
        foreach ([['breaksOff' => 4] + Client::FILE, $chunked] as $answer) {
            try {
                Client::for([$answer, Client::FILE])->reports->download('rep_1')->save("{$this->folder}/report.csv");
                self::fail('It did not throw');
            } catch (ConnectionException) {
                self::assertSame(["{$this->folder}/report.csv"], \glob("{$this->folder}/*"));
                self::assertSame('old', \file_get_contents("{$this->folder}/report.csv"));
            }
        }
    }

    public function testALargeFileIsNeverInMemoryAsAWhole(): void
    {
        $piece = \str_repeat('0123456789', 100_000);
        $pieces = \array_fill(0, 40, $piece);
        $svc = Client::for([['status' => 200, 'headers' => ['Content-Type' => 'text/csv'], 'pieces' => $pieces]]);
        unset($pieces);
        \gc_collect_cycles();
        if (\function_exists('memory_reset_peak_usage')) {
            \memory_reset_peak_usage();
        }
        $before = \memory_get_usage();
        $svc->reports->download('rep_1')->save("{$this->folder}/report.csv");
        self::assertSame(40_000_000, \filesize("{$this->folder}/report.csv"));
        self::assertLessThan(8_000_000, \memory_get_peak_usage() - $before);
    }

    public function testAStreamBringsEventsAndItsPlace(): void
    {
        $stream = Client::for([Client::STREAM])->events->stream(type: 'payment.completed');
        $streamed = \iterator_to_array($stream);
        self::assertCount(1, $streamed);
        self::assertInstanceOf(PaymentCompletedEvent::class, $streamed[0]->event);
        self::assertSame(['p1', Client::EVENT], [$streamed[0]->id, $streamed[0]->body]);
        self::assertSame(['p1', 2000], [$stream->lastEventId(), $stream->retryMs()]);
    }

    public function testAnEventThatIsNoneIsAnInvalidResponse(): void
    {
        $stream = Client::for([['text' => "id: p1\ndata: x\n\n: end\n\n"] + Client::STREAM])->events->stream();
        $this->expectException(InvalidResponseException::class);
        \iterator_to_array($stream);
    }

    public function testAStreamWithAnEndlessEventCannotBeRead(): void
    {
        $pieces = ["id: p1\ndata: " . Client::EVENT . "\n\ndata: ", ...\array_fill(0, 11, \str_repeat('x', 100_000)), null];
        $stream = Client::for([['status' => 200, 'headers' => self::EVENTS, 'pieces' => $pieces]], timeout: 30.0)->events->stream();
        $this->expectException(InvalidResponseException::class);
        $this->expectExceptionMessage('longer than 1 MiB');
        try {
            \iterator_to_array($stream);
        } finally {
            self::assertSame('p1', $stream->lastEventId());
        }
    }

    public function testAnAnswerThatDripsEndsByTheLimit(): void
    {
        $drips = ['status' => 200, 'headers' => self::JSON, 'pieces' => [...self::PIECES, '{}', 5000, ' ']];
        $svc = Client::for([$drips], timeout: self::LIMIT, maxRetries: 0);
        $began = \hrtime(true);
        try {
            $svc->payments->retrieve('pay_1');
            self::fail('It did not throw');
        } catch (TimeoutException) {
            self::assertLessThan(4e9, \hrtime(true) - $began);
        }
    }

    public function testTheSameWithoutCurl(): void
    {
        $drips = ['status' => 200, 'headers' => self::JSON, 'pieces' => [...self::PIECES, '{}', 5000, ' ']];
        $code = 'require $argv[1]; $svc = new Svc\Payments\Svc("sk_test_1", $argv[2], timeout: 1.2, maxRetries: 0); $began = hrtime(true);'
            . ' try { $svc->payments->retrieve("pay_1"); } catch (Svc\Payments\Exception\TimeoutException) { echo (hrtime(true) - $began) / 1e9; }';
        $said = Process::run([\PHP_BINARY, '-n', '-r', $code, __DIR__ . '/autoload.php', MockServer::begin([$drips])]);
        self::assertGreaterThan(1.1, (float) $said);
        self::assertLessThan(4, (float) $said);
    }

    public function testAStreamLivesAsLongAsItGivesSignsOfIt(): void
    {
        $lives = ['status' => 200, 'headers' => self::EVENTS, 'pieces' => [...self::PIECES, ": end\n\n"]];
        self::assertSame([], \iterator_to_array(Client::for([$lives], timeout: self::LIMIT)->events->stream()));
    }

    public function testAStreamThatFallsSilentEnds(): void
    {
        $silent = ['status' => 200, 'headers' => self::EVENTS, 'pieces' => ["id: p1\n\n", null]];
        $stream = Client::for([$silent], timeout: 0.4)->events->stream();
        try {
            \iterator_to_array($stream);
            self::fail('It did not throw');
        } catch (TimeoutException) {
            self::assertSame('p1', $stream->lastEventId());
        }
    }

    public function testAFileThatFallsSilentEnds(): void
    {
        $silent = ['status' => 200, 'headers' => ['Content-Type' => 'text/csv'], 'pieces' => ['id', null]];
        $this->expectException(TimeoutException::class);
        Client::for([$silent], timeout: 0.4)->reports->download('rep_1')->contents();
    }
}
