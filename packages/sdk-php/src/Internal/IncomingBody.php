<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamInterface;
use Svc\Payments\Exception\ConnectionException;
use Svc\Payments\Exception\SvcException;

/**
 * The body of an answer, read as it comes: whether it is whole, and in time.
 *
 * @internal
 */
final class IncomingBody
{
    private const PIECE = 65536;

    private ?StreamInterface $stream;
    /** @var resource|null what PHP's own HTTP client reads from */
    private $socket = null;
    private ?Dechunker $chunks = null;
    /** Bytes that are still to come; null when nobody has said how many. */
    private ?int $left = null;

    /** @param bool $countable Whether the bytes come as they were sent, so that their number is that of Content-Length. */
    public function __construct(ResponseInterface $response, private readonly Deadline $deadline, bool $countable)
    {
        $this->stream = $response->getBody();
        $length = $response->getHeaderLine('Content-Length');
        if ($this->stream->getMetadata('wrapper_type') === 'http') {
            $this->socket = $this->stream->detach();
            $chunked = \stripos($response->getHeaderLine('Transfer-Encoding'), 'chunked') !== false;
            $this->chunks = $chunked ? new Dechunker() : null;
        }
        if (\in_array($response->getStatusCode(), [204, 304], true)) {
            $this->left = 0;
        } elseif ($countable && $this->chunks === null && \preg_match('/^\d+$/D', $length) === 1 && !$response->hasHeader('Content-Encoding')) {
            $this->left = (int) $length;
        }
    }

    /**
     * The next bytes; none at the end.
     *
     * @throws SvcException when it breaks off, or takes too long
     */
    public function read(): string
    {
        while ($this->stream !== null && $this->left !== 0 && !($this->chunks?->ended ?? false)) {
            $this->deadline->check();
            $piece = $this->socket === null ? $this->fromStream($this->stream) : $this->fromSocket();
            if ($piece === null) {
                break;
            }
            $piece = $this->decoded($piece);
            if ($piece !== '') {
                return $piece;
            }
        }
        $this->close();
        if (($this->left ?? 0) > 0 || !($this->chunks?->ended ?? true)) {
            throw new ConnectionException('The response was interrupted.');
        }

        return '';
    }

    /** How many bytes are still to come; null when nobody has said. */
    public function left(): ?int
    {
        return $this->left;
    }

    public function all(): string
    {
        $all = '';
        while (($piece = $this->read()) !== '') {
            $all .= $piece;
        }

        return $all;
    }

    /** A loop that reads it receives no more data. */
    public function close(): void
    {
        if (\is_resource($this->socket)) {
            \fclose($this->socket);
        }
        $this->stream?->close();
        $this->socket = null;
        $this->stream = null;
    }

    /** Bytes, none when there are none yet; null at the end. */
    private function fromSocket(): ?string
    {
        $seconds = $this->deadline->left();
        \stream_set_timeout($this->socket, (int) $seconds, (int) (\fmod($seconds, 1) * 1e6));
        // PHP would otherwise wait for more than the buffered data.
        $buffered = \stream_get_meta_data($this->socket)['unread_bytes'];
        $piece = @\fread($this->socket, $buffered > 0 ? \min($buffered, self::PIECE) : self::PIECE);
        if ($piece !== false && $piece !== '') {
            return $piece;
        }
        if ($this->socket === null) {
            // The handler of a signal has closed it.
            return null;
        }
        if (\stream_get_meta_data($this->socket)['timed_out']) {
            $this->close();
            throw $this->deadline->error();
        }

        return \feof($this->socket) || $piece === false ? null : '';
    }

    private function fromStream(StreamInterface $stream): ?string
    {
        try {
            if ($stream->eof()) {
                return null;
            }
            $piece = $stream->read(self::PIECE);
        } catch (\RuntimeException) {
            throw new ConnectionException('The response was interrupted.');
        }
        if ($piece === '' && ($stream->getMetadata('timed_out') ?? false)) {
            throw $this->deadline->error();
        }

        return $piece;
    }

    private function decoded(string $piece): string
    {
        if ($this->chunks !== null) {
            try {
                return $this->chunks->push($piece);
            } catch (\UnexpectedValueException) {
                throw new ConnectionException('The response was interrupted: it is not chunked as its headers say.');
            }
        }
        if ($this->left !== null) {
            $this->left = \max(0, $this->left - \strlen($piece));
        }

        return $piece;
    }
}
