<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use GuzzleHttp\Client;
use GuzzleHttp\ClientInterface;
use GuzzleHttp\Exception\GuzzleException;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Psr7\Utils;
use GuzzleHttp\TransferStats;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Svc\Payments\Exception\ConnectionException;

/**
 * By Guzzle, with all time limits.
 *
 * @internal
 */
final class GuzzleSender implements Sender
{
    private const TIMED_OUT = 28;

    /** @var list<ClientInterface> Those of parent processes: freed, they would say goodbye on connections still in use. */
    private static array $ofParents = [];

    private Process $process;

    private function __construct(
        private readonly RequestBuilder $builder,
        private ClientInterface $guzzle,
        private readonly bool $isOurs,
    ) {
        $this->process = new Process();
    }

    public static function ofOurs(RequestBuilder $builder): self
    {
        return new self($builder, self::ours(), true);
    }

    public static function of(RequestBuilder $builder, ClientInterface $guzzle): self
    {
        return new self($builder, $guzzle, false);
    }

    private static function ours(): Client
    {
        $handlers = HandlerStack::create();
        // It would announce chunks for a body whose length cURL already knows.
        $handlers->remove('prepare_body');

        // Neither Guzzle nor cURL is to take a proxy from the environment.
        return new Client(['handler' => $handlers, 'proxy' => '']);
    }

    private function client(): ClientInterface
    {
        if ($this->isOurs && $this->process->isAnother()) {
            self::$ofParents[] = $this->guzzle;
            $this->guzzle = self::ours();
            $this->process = new Process();
        }
        $this->process->refuseAnother();

        return $this->guzzle;
    }

    public function send(Outgoing $request, Deadline $deadline, bool $streams, \Closure $answered): ResponseInterface
    {
        $seconds = $deadline->left();
        // Without cURL the time of a whole answer can only be watched while it is read.
        $streams = $streams || !\function_exists('curl_exec');
        $guzzle = $this->client();
        [$built, $curl] = $streams ? [$this->builder->build($request), []] : $this->sentOnce($request);
        $byCurl = true;
        try {
            $response = $guzzle->send($built, [
                // A followed redirect turns a POST into a GET and may carry the key elsewhere.
                'allow_redirects' => false,
                'http_errors' => false,
                'expect' => false,
                'connect_timeout' => $seconds,
                'timeout' => $seconds,
                'read_timeout' => $deadline->silence,
                'stream' => $streams,
                // Chunks are taken apart by IncomingBody, which sees whether the last one came; only then could it be inflated.
                'stream_context' => $this->context(),
                'decode_content' => !$streams,
                'curl' => $curl + (array) $this->configured('curl'),
                'on_stats' => function (TransferStats $stats) use (&$byCurl): void {
                    $byCurl = $stats->getHandlerStats() !== [];
                    ($this->configured('on_stats') ?? static fn () => null)($stats);
                },
                'on_headers' => static function (ResponseInterface $response) use ($answered): void {
                    if ($response->getStatusCode() >= 200) {
                        $answered($response);
                    }
                },
            ]);

            return $streams || $byCurl ? $response : self::withoutChunks($response, $deadline);
        } catch (GuzzleException $cause) {
            $number = self::curlError($cause);
            $late = $deadline->passed() || $number === self::TIMED_OUT;
            // What Guzzle says of a body that cannot be sent again has a whole stack in it, with arguments.
            $message = \in_array($number, SentOnce::ERRORS, true)
                ? 'the connection broke off.'
                : self::withoutAddress($cause->getMessage());
        }

        throw $late ? $deadline->error() : new ConnectionException("No complete answer came: {$message}");
    }

    /** @return array{RequestInterface, array<int, mixed>} what to send by cURL, and its options */
    private function sentOnce(Outgoing $request): array
    {
        $built = $this->builder->build($request);
        if ($request->method === 'GET') {
            return [$built, []];
        }
        if (!$this->isOurs) {
            // The caller's client may not accept such a body. A request with a key is done once anyway.
            return [$built, $request->idempotencyKey() === null ? SentOnce::byAConnectionOfItsOwn() : []];
        }

        $body = $request->body();

        return $body === null ? [$built, SentOnce::byAConnectionOfItsOwn()] : SentOnce::byItsBody($built, $body);
    }

    private function context(): array
    {
        return \array_replace_recursive((array) $this->configured('stream_context'), ['http' => ['auto_decode' => false]]);
    }

    /** What the caller's own client has, such as certificates, stays. */
    private function configured(string $option): mixed
    {
        return \method_exists($this->guzzle, 'getConfig') ? $this->guzzle->getConfig($option) : null;
    }

    /** What a handler other than cURL's has read to its end may still be in chunks. A made-up answer is not, whatever it says. */
    private static function withoutChunks(ResponseInterface $response, Deadline $deadline): ResponseInterface
    {
        $body = (string) $response->getBody();
        $says = \stripos($response->getHeaderLine('Transfer-Encoding'), 'chunked') !== false;
        if (!$says || \preg_match('/^([0-9A-Fa-f]+[^\r\n]*\r\n|$)/D', $body) !== 1) {
            // The one that was read is at its end.
            return $response->withBody(Utils::streamFor($body));
        }
        $chunks = new Dechunker();
        try {
            $whole = $chunks->push($body);
        } catch (\UnexpectedValueException) {
            $whole = '';
        }
        $deadline->check();

        return $chunks->ended
            ? $response->withBody(Utils::streamFor($whole))
            : throw new ConnectionException('The response was interrupted.');
    }

    private static function curlError(GuzzleException $error): ?int
    {
        $context = \method_exists($error, 'getHandlerContext') ? $error->getHandlerContext() : [];

        return $context['errno'] ?? null;
    }

    /** The query may name people. */
    private static function withoutAddress(string $message): string
    {
        return \preg_replace('~ \(see https?://\S+\)| for (?:URI )?https?://\S+~', '', $message) ?? '';
    }
}
