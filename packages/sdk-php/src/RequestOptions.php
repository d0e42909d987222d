<?php

declare(strict_types=1);

namespace Svc\Payments;

use Svc\Payments\Internal\Secret;

/** The options of a call, which every method accepts as its last argument. The client's values are the defaults. */
final class RequestOptions
{
    private readonly Secret $secretHeaders;

    /**
     * @param float|null $timeout Seconds that one attempt may take, answer included; of a stream or file, each silence.
     * @param float|null $totalTimeout Seconds that the whole call may take, attempts and waits; INF for any.
     * @param int|null $maxRetries How often the call is attempted again.
     * @param array<string, string> $headers Over those of the client, whatever their case.
     * @param string|null $idempotencyKey For what makes or does something: the same key does it once. 1 to 255 visible
     *     ASCII characters. Without it the call makes one of its own.
     */
    public function __construct(
        public readonly ?float $timeout = null,
        public readonly ?float $totalTimeout = null,
        public readonly ?int $maxRetries = null,
        #[\SensitiveParameter] array $headers = [],
        public readonly ?string $idempotencyKey = null,
    ) {
        $this->secretHeaders = new Secret($headers);
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        return $this->secretHeaders->value();
    }
}
