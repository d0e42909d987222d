<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** @internal */
final class RequestBuilder
{
    public function __construct(
        private readonly Settings $settings,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function build(Outgoing $outgoing): RequestInterface
    {
        $request = $this->requests
            ->createRequest($outgoing->method, $outgoing->url)
            ->withHeader('Authorization', $this->settings->authorization());
        foreach ($outgoing->headers() as $name => $value) {
            $request = $request->withHeader($name, $value);
        }

        $body = $outgoing->body();

        return $body === null ? $request : $request->withBody($this->streams->createStream($body));
    }
}
