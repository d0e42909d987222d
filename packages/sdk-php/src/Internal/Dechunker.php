<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/**
 * Takes apart a body in chunks, RFC 9112, 7.1, in pieces of any size.
 *
 * @internal
 */
final class Dechunker
{
    private const LONGEST_LINE = 4096;

    /** Whether the last chunk has come. */
    public bool $ended = false;

    private string $rest = '';
    private int $left = 0;
    private bool $behindData = false;

    /** @throws \UnexpectedValueException when these are no chunks */
    public function push(string $piece): string
    {
        $this->rest .= $piece;
        $found = '';
        while (!$this->ended && $this->rest !== '') {
            if ($this->left > 0) {
                $part = \substr($this->rest, 0, $this->left);
                $this->rest = \substr($this->rest, \strlen($part));
                $this->left -= \strlen($part);
                $this->behindData = $this->left === 0;
                $found .= $part;
            } elseif (!$this->takeLine()) {
                break;
            }
        }

        return $found;
    }

    private function takeLine(): bool
    {
        $end = \strpos($this->rest, "\r\n");
        if ($end === false) {
            return \strlen($this->rest) > self::LONGEST_LINE ? throw new \UnexpectedValueException() : false;
        }
        $line = \substr($this->rest, 0, $end);
        $this->rest = \substr($this->rest, $end + 2);
        if ($this->behindData) {
            $this->behindData = false;

            return $line === '' ? true : throw new \UnexpectedValueException();
        }
        $size = \trim(\explode(';', $line, 2)[0]);
        if (\preg_match('/^[0-9A-Fa-f]+$/D', $size) !== 1 || \strlen($size) > 15) {
            throw new \UnexpectedValueException();
        }
        $this->left = (int) \hexdec($size);
        $this->ended = $this->left === 0;

        return true;
    }
}
