<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Svc\Payments\NotGiven;
use Svc\Payments\RequestOptions;

/**
 * An operation with all that its caller has said.
 *
 * @internal
 */
final class Call
{
    public readonly RequestOptions $options;
    private readonly Secret $body;

    /**
     * @param array<string, string> $ids
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $query
     * @param array<string, string|NotGiven> $headers
     */
    public function __construct(
        public readonly Operation $operation,
        ?RequestOptions $options,
        public readonly array $ids = [],
        #[\SensitiveParameter] ?array $body = null,
        public readonly array $query = [],
        public readonly array $headers = [],
    ) {
        $this->options = $options ?? new RequestOptions();
        $this->body = new Secret($body);
    }

    /** @return array<string, mixed>|null */
    public function body(): ?array
    {
        return $this->body->value();
    }

    /** The same call for another page. `after` says where the first page begins. The service refuses it together with a cursor. */
    public function withCursor(string $cursor): self
    {
        $query = ['cursor' => $cursor] + \array_diff_key($this->query, ['after' => null]);

        return new self($this->operation, $this->options, $this->ids, $this->body(), $query, $this->headers);
    }
}
