<?php

declare(strict_types=1);

namespace Svc\Payments;

/**
 * A page of a list. `foreach` continues with all following pages, which are requested when they are needed.
 *
 * @template T of Model
 * @implements \IteratorAggregate<int, T>
 * @property-read list<T> $data The objects of this page.
 * @property-read bool $hasMore Whether another page follows.
 * @property-read string|null $nextCursor The cursor of the next page.
 */
abstract class Page extends Model implements \IteratorAggregate
{
    private ?\Closure $fetch = null;

    /**
     * The page that follows.
     *
     * @return static
     * @throws \LogicException after the last page, and for a page that was not returned by a call
     * @throws Exception\SvcException
     */
    public function nextPage(): static
    {
        if (!$this->hasMore || $this->nextCursor === null) {
            throw new \LogicException('This is the last page');
        }
        if ($this->fetch === null) {
            throw new \LogicException('This page did not come from a call: ask for the one behind nextCursor');
        }

        return ($this->fetch)($this->nextCursor);
    }

    /** @return \Generator<int, T> */
    public function getIterator(): \Generator
    {
        // Counted here, so that iterator_to_array() has all of them.
        $index = 0;
        for ($page = $this; ; $page = $page->nextPage()) {
            foreach ($page->data as $each) {
                yield $index++ => $each;
            }
            if (!$page->hasMore) {
                return;
            }
        }
    }

    /**
     * What is invalid about the page. Null if it is valid.
     *
     * @internal
     * @param string|null $cursor Where the page was asked to begin.
     */
    public static function wrongIn(\stdClass $json, ?string $cursor): ?string
    {
        $next = $json->nextCursor ?? null;
        $data = $json->data ?? null;
        $objects = \is_array($data) && \array_filter($data, static fn (mixed $each): bool => !$each instanceof \stdClass) === [];

        return match (true) {
            !$objects || !\is_bool($json->hasMore ?? null) => 'is not a page of a list',
            !$json->hasMore => null,
            !\is_string($next) || $next === '' => 'has hasMore true but no nextCursor',
            $next === $cursor => 'has the cursor of this page as nextCursor',
            default => null,
        };
    }

    /**
     * @internal
     * @param \Closure(string): static $fetch
     */
    public function fetchingBy(\Closure $fetch): static
    {
        $this->fetch = $fetch;

        return $this;
    }
}
