<?php

declare(strict_types=1);

namespace Svc\Payments;

use Svc\Payments\Internal\Secret;

/** The options of a call, which every method accepts as its last argument. The client's values are the defaults. */
final class RequestOptions
{
    private readonly Secret $secretHeaders;

    /**
     * @param float|null $timeout Seconds for one attempt including its response. For a stream or file, the longest time without data.
     * @param float|null $totalTimeout Seconds for the whole call including attempts and waits. INF means no limit.
     * @param int|null $maxRetries The number of retries.
     * @param array<string, string> $headers Override those of the client, in any case.
     * @param string|NotGiven $idempotencyKey For calls that create or do something: with the same key it is done once. 1 to 255
     *     visible ASCII characters. By default the call generates one. Null is a `TypeError`: a generated key in its place would
     *     charge a customer twice if the call is repeated.
     */
    public function __construct(
        public readonly ?float $timeout = null,
        public readonly ?float $totalTimeout = null,
        public readonly ?int $maxRetries = null,
        #[\SensitiveParameter] array $headers = [],
        public readonly string|NotGiven $idempotencyKey = NotGiven::Value,
    ) {
        $this->secretHeaders = new Secret($headers);
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        return $this->secretHeaders->value();
    }
}
