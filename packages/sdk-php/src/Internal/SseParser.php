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
    public ?int $retryMs = null;
    /** Whether the comment has come that ends a stream in order. */
    public bool $ended = false;

    private string $rest = '';
    private ?string $id = null;
    /** @var list<string> */
    private array $data = [];

    /**
     * The messages that a piece completes. One without data is the bare news of how far the stream is.
     *
     * @return list<array{id: string|null, data: string|null}>
     */
    public function push(string $piece): array
    {
        $messages = [];
        $this->rest .= $piece;
        $start = 0;
        while (\preg_match('/\r\n|\n|\r/', $this->rest, $end, \PREG_OFFSET_CAPTURE, $start) === 1) {
            [$mark, $at] = $end[0];
            // A CR at the very end may be half of a CR LF.
            if ($mark === "\r" && $at + 1 === \strlen($this->rest)) {
                break;
            }
            $line = \substr($this->rest, $start, $at - $start);
            $start = $at + \strlen($mark);
            if ($line !== '') {
                $this->take($line);
                continue;
            }
            $messages[] = ['id' => $this->id, 'data' => $this->data === [] ? null : \implode("\n", $this->data)];
            $this->data = [];
        }
        $this->rest = \substr($this->rest, $start);

        return $messages;
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
