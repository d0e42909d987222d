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

    private bool $begun = false;
    private bool $closed = false;

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
     * @throws \LogicException if it was read before
     */
    public function getIterator(): \Generator
    {
        $this->begin();
        try {
            while (($piece = $this->next()) !== '') {
                yield $piece;
            }
        } catch (ConnectionException $error) {
            if (!$this->closed) {
                throw $error;
            }
        } finally {
            $this->close();
        }
    }

    /**
     * As a PSR-7 stream that cannot be rewound. Reading it throws the same exceptions as the loop.
     *
     * @throws \LogicException if it was read before
     */
    public function stream(): StreamInterface
    {
        $this->begin();
        $source = function (): string|false {
            $piece = $this->next();

            return $piece === '' ? false : $piece;
        };

        return new PumpStream($source, $this->size === null ? [] : ['size' => $this->size]);
    }

    /**
     * All of it.
     *
     * @throws ConnectionException
     * @throws TimeoutException
     * @throws \LogicException if it was read before
     */
    public function contents(): string
    {
        $this->begin();
        $all = '';
        while (($piece = $this->next()) !== '') {
            $all .= $piece;
        }

        return $all;
    }

    /**
     * Writes it to a file. Replaces an existing file once the download is complete, and keeps its permissions. It follows a
     * symbolic link. It writes directly to what is no regular file, such as a pipe.
     *
     * @throws ConnectionException
     * @throws TimeoutException
     * @throws \LogicException if it was read before
     * @throws \RuntimeException when the file cannot be written
     */
    public function save(string $path): void
    {
        $this->begin();
        $real = \realpath($path);
        try {
            if (\file_exists($path) && !\is_file($path)) {
                $this->write($path, @\fopen($path, 'wb'));
            } else {
                $this->replace($real === false ? $path : $real, $real !== false);
            }
        } finally {
            $this->close();
        }
    }

    /** Ends the download. A loop that reads it receives no more data. Another read throws a ConnectionException. */
    public function close(): void
    {
        $this->closed = true;
        $this->body->close();
    }

    private function begin(): void
    {
        if ($this->begun) {
            throw new \LogicException('This file was read before. Download it again');
        }
        $this->begun = true;
        $this->requireOpen();
    }

    private function requireOpen(): void
    {
        if ($this->closed) {
            throw new ConnectionException('The download was closed before its end.');
        }
    }

    /** The next bytes. None at the end, and only there. */
    private function next(): string
    {
        if ($this->body->left() === 0) {
            $this->body->close();

            return '';
        }
        $this->requireOpen();
        $piece = $this->body->read();
        if ($piece === '') {
            $this->requireOpen();
        }

        return $piece;
    }

    private function replace(string $target, bool $exists): void
    {
        $partial = $target . '.' . \bin2hex(\random_bytes(6)) . '.part';
        $file = @\fopen($partial, 'xb');
        try {
            // A user who cannot read the existing file must not be able to read the new one.
            if ($exists && $file !== false && !@\chmod($partial, \fileperms($target) & 0777)) {
                throw new \RuntimeException("{$partial} cannot get the permissions of {$target}");
            }
            $this->write($partial, $file);
            if (!@\rename($partial, $target)) {
                throw new \RuntimeException("{$target} cannot be written");
            }
        } finally {
            if (\is_resource($file)) {
                \fclose($file);
            }
            if ($file !== false && \is_file($partial)) {
                @\unlink($partial);
            }
        }
    }

    /** @param resource|false $file */
    private function write(string $place, $file): void
    {
        if ($file === false) {
            throw new \RuntimeException("{$place} cannot be written");
        }
        try {
            while (($piece = $this->next()) !== '') {
                if (@\fwrite($file, $piece) !== \strlen($piece)) {
                    throw new \RuntimeException("{$place} cannot be written");
                }
            }
        } finally {
            $closed = \fclose($file);
        }
        if (!$closed) {
            throw new \RuntimeException("{$place} cannot be written");
        }
    }
}
