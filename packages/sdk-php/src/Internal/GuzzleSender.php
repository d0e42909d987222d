<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use GuzzleHttp\Client;
use GuzzleHttp\ClientInterface;
use GuzzleHttp\Exception\GuzzleException;
use Psr\Http\Message\ResponseInterface;
use Svc\Payments\Exception\ConnectionException;

/**
 * By Guzzle, with all time limits.
 *
 * @internal
 */
final class GuzzleSender implements Sender
{
    /** @param array<string, mixed> $own Options of Guzzle that the library's own client has beside. */
    private function __construct(
        private readonly RequestBuilder $builder,
        private readonly ClientInterface $guzzle,
        private readonly array $own,
    ) {
    }

    public static function ofOurs(RequestBuilder $builder): self
    {
        // Neither Guzzle nor cURL is to take a proxy from the environment.
        return new self($builder, new Client(), ['proxy' => '']);
    }

    public static function of(RequestBuilder $builder, ClientInterface $guzzle): self
    {
        return new self($builder, $guzzle, []);
    }

    public function send(Outgoing $request, Deadline $deadline, bool $streams, \Closure $answered): ResponseInterface
    {
        $seconds = $deadline->left();
        // Without cURL the time of a whole answer can only be watched while it is read.
        $streams = $streams || !\function_exists('curl_exec');
        try {
            return $this->guzzle->send($this->builder->build($request), $this->own + [
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
                'on_headers' => static function (ResponseInterface $response) use ($answered): void {
                    if ($response->getStatusCode() >= 200) {
                        $answered($response);
                    }
                },
            ]);
        } catch (GuzzleException $cause) {
            $late = $deadline->passed() || self::timedOut($cause);
            $message = self::withoutAddress($cause->getMessage());
        }

        throw $late ? $deadline->error() : new ConnectionException("No complete answer came: {$message}");
    }

    /** What the caller's own client has of it, such as certificates, stays. */
    private function context(): array
    {
        $own = \method_exists($this->guzzle, 'getConfig') ? $this->guzzle->getConfig('stream_context') : null;

        return \array_replace_recursive((array) $own, ['http' => ['auto_decode' => false]]);
    }

    private static function timedOut(GuzzleException $error): bool
    {
        $context = \method_exists($error, 'getHandlerContext') ? $error->getHandlerContext() : [];

        return ($context['errno'] ?? null) === 28;
    }

    /** The query may name people. */
    private static function withoutAddress(string $message): string
    {
        return \preg_replace('~ \(see https?://\S+\)| for (?:URI )?https?://\S+~', '', $message) ?? '';
    }
}
