<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/**
 * Reads Server-Sent Events as HTML has them (9.2.6), in pieces of any size; `event` fields are not looked at.
 *
 * @internal
 */
final class SseParser
{
    /** Bytes of one message, many times what the service sends: one without an end would fill the memory. */
    private const LONGEST = 1 << 20;

    public ?int $retryMs = null;
    /** Whether the comment has come that ends a stream in order. */
    public bool $ended = false;

    private string $line = '';
    private bool $afterReturn = false;
    private int $size = 0;
    private ?string $id = null;
    /** @var list<string> */
    private array $data = [];

    /**
     * The messages that a piece completes. One without data is the bare news of how far the stream is.
     *
     * @return \Generator<int, array{id: string|null, data: string|null}>
     * @throws \LengthException if one is too long
     */
    public function push(string $piece): \Generator
    {
        if ($this->afterReturn && \str_starts_with($piece, "\n")) {
            $piece = \substr($piece, 1);
            $this->afterReturn = false;
        }
        if ($piece === '') {
            return;
        }
        $this->afterReturn = \str_ends_with($piece, "\r");
        $ends = (array) \preg_split('/\r\n|\n|\r/', $piece);
        $rest = (string) \array_pop($ends);
        foreach ($ends as $end) {
            $this->extend((string) $end);
            $line = $this->line;
            $this->line = '';
            if ($line === '') {
                yield $this->message();
            } else {
                $this->take($line);
            }
        }
        $this->extend($rest);
    }

    private function extend(string $part): void
    {
        $this->line .= $part;
        $this->size += \strlen($part);
        if ($this->size > self::LONGEST) {
            throw new \LengthException('has an event that is longer than 1 MiB');
        }
    }

    /** @return array{id: string|null, data: string|null} */
    private function message(): array
    {
        $data = $this->data === [] ? null : \implode("\n", $this->data);
        $this->data = [];
        $this->size = 0;

        return ['id' => $this->id, 'data' => $data];
    }

    private function take(string $line): void
    {
        [$name, $value] = \explode(':', $line, 2) + [1 => ''];
        $value = \str_starts_with($value, ' ') ? \substr($value, 1) : $value;
        if ($name === '' && $value === 'end') {
            $this->ended = true;
        } elseif ($name === 'data') {
            $this->data[] = $value;
        } elseif ($name === 'id' && !\str_contains($value, "\0")) {
            $this->id = $value;
        } elseif ($name === 'retry' && \preg_match('/^\d+$/D', $value) === 1) {
            $this->retryMs = (int) $value;
        }
    }
}
