<?php

declare(strict_types=1);

namespace Svc\Payments;

use GuzzleHttp\Psr7\PumpStream;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamInterface;
use Svc\Payments\Exception\ConnectionException;
use Svc\Payments\Exception\TimeoutException;
use Svc\Payments\Internal\IncomingBody;

/**
 * A file that is being downloaded. Read it once: in a loop over its bytes, as a stream, as text, or to a file. It is never
 * completely in memory, unless you call `contents()`.
 *
 * Reading throws a ConnectionException if the download is interrupted, and a TimeoutException if no data arrives within
 * `timeout`.
 *
 * @implements \IteratorAggregate<int, string>
 */
final class FileDownload implements \IteratorAggregate
{
    /** Such as `text/csv`. */
    public readonly string $mediaType;

    /** Its length in bytes. Null if it is not known. */
    public readonly ?int $size;

    /** @internal */
    public function __construct(ResponseInterface $response, private readonly IncomingBody $body)
    {
        $this->mediaType = \trim(\explode(';', $response->getHeaderLine('Content-Type'))[0]);
        $this->size = $body->left();
    }

    /**
     * @return \Generator<int, string>
     * @throws ConnectionException
     * @throws TimeoutException
     */
    public function getIterator(): \Generator
    {
        try {
            while (($piece = $this->body->read()) !== '') {
                yield $piece;
            }
        } finally {
            $this->close();
        }
    }

    /** As a PSR-7 stream that cannot be rewound. Reading it throws the same exceptions as the loop. */
    public function stream(): StreamInterface
    {
        $source = function (): string|false {
            $piece = $this->body->read();

            return $piece === '' ? false : $piece;
        };

        return new PumpStream($source, $this->size === null ? [] : ['size' => $this->size]);
    }

    /**
     * All of it.
     *
     * @throws ConnectionException
     * @throws TimeoutException
     */
    public function contents(): string
    {
        return $this->body->all();
    }

    /**
     * Writes it to a file. Replaces an existing file once the download is complete.
     *
     * @throws ConnectionException
     * @throws TimeoutException
     * @throws \RuntimeException when the file cannot be written
     */
    public function save(string $path): void
    {
        $partial = $path . '.' . \bin2hex(\random_bytes(6)) . '.part';
        $file = @\fopen($partial, 'xb') ?: throw new \RuntimeException("{$partial} cannot be written");
        try {
            foreach ($this as $piece) {
                if (@\fwrite($file, $piece) !== \strlen($piece)) {
                    throw new \RuntimeException("{$partial} cannot be written");
                }
            }
            if (!\fclose($file) || !@\rename($partial, $path)) {
                throw new \RuntimeException("{$path} cannot be written");
            }
        } finally {
            if (\is_resource($file)) {
                \fclose($file);
            }
            if (\is_file($partial)) {
                @\unlink($partial);
            }
        }
    }

    /** Ends the download. A loop that reads it receives no more data. */
    public function close(): void
    {
        $this->body->close();
    }
}
