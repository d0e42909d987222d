<?php

declare(strict_types=1);

namespace Svc\Payments;

use GuzzleHttp\ClientInterface as Guzzle;
use GuzzleHttp\Psr7\HttpFactory;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Svc\Payments\Internal\GuzzleSender;
use Svc\Payments\Internal\Limits;
use Svc\Payments\Internal\PsrSender;
use Svc\Payments\Internal\RequestBuilder;
use Svc\Payments\Internal\Secret;
use Svc\Payments\Internal\Sender;
use Svc\Payments\Internal\Settings;
use Svc\Payments\Internal\Transport;
use Svc\Payments\Resources\AllResources;

/**
 * A client of the service, for one API key.
 *
 *     $svc = new Svc('sk_test_...', 'https://payments.example.com');
 *     $payment = $svc->payments->create(amount: ['value' => 1000, 'currency' => 'USD']);
 *
 * Calls throw an Exception\SvcException. The library reads no environment variables, including those for proxies, unless you pass
 * an `httpClient` that does.
 */
final class Svc extends AllResources
{
    public const VERSION = Internal\Version::NUMBER;

    /**
     * @param string $apiKey It starts with sk_test_ or sk_live_.
     * @param string $baseUrl The URL of the service. A path in it is kept.
     * @param float $timeout Seconds for one attempt including its response. For a stream or file, the longest time without data.
     * @param float|null $totalTimeout Seconds for a whole call including attempts and waits. Null means no limit.
     * @param int $maxRetries The number of retries after temporary failures.
     * @param (callable(CallEvent): mixed)|null $onEvent Receives each request, response, failure and wait, for logs. Its
     *     exceptions are ignored.
     * @param array<string, string> $headers For every request.
     * @param ClientInterface|null $httpClient Sends the requests, for your own proxies and certificates. A Guzzle
     *     client respects the time limits above. Any other has its own, and must not follow redirects.
     * @throws \InvalidArgumentException that names the invalid option, but never contains the key
     */
    public function __construct(
        #[\SensitiveParameter] string $apiKey,
        string $baseUrl,
        float $timeout = 60.0,
        ?float $totalTimeout = null,
        int $maxRetries = 2,
        ?callable $onEvent = null,
        #[\SensitiveParameter] array $headers = [],
        ?ClientInterface $httpClient = null,
        ?RequestFactoryInterface $requestFactory = null,
        ?StreamFactoryInterface $streamFactory = null,
    ) {
        $secrets = [new Secret($apiKey), new Secret($headers)];
        // What is thrown below shows the arguments as they are then; PHP 8.1 knows no sensitive ones.
        [$apiKey, $headers] = ['', []];
        $limits = new Limits($timeout, $totalTimeout ?? \INF, $maxRetries);
        $settings = new Settings($secrets[0], $secrets[1], $baseUrl, $limits, $onEvent === null ? null : $onEvent(...));
        $factory = new HttpFactory();
        $builder = new RequestBuilder($settings, $requestFactory ?? $factory, $streamFactory ?? $factory);
        parent::__construct(new Transport($settings, self::sender($builder, $httpClient)));
    }

    private static function sender(RequestBuilder $builder, ?ClientInterface $client): Sender
    {
        return match (true) {
            $client === null => GuzzleSender::ofOurs($builder),
            $client instanceof Guzzle => GuzzleSender::of($builder, $client),
            default => new PsrSender($builder, $client),
        };
    }
}
