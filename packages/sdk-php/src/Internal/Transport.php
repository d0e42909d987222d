<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

use GuzzleHttp\Psr7\Utils;
use Psr\Http\Message\ResponseInterface;
use Svc\Payments\EventStream;
use Svc\Payments\Exception\InvalidResponseException;
use Svc\Payments\Exception\SvcException;
use Svc\Payments\FileDownload;
use Svc\Payments\Model;
use Svc\Payments\Page;

/**
 * Carries calls out.
 *
 * @internal
 */
final class Transport
{
    public function __construct(private readonly Settings $settings, private readonly Sender $sender)
    {
    }

    /** A call whose answer has no content. */
    public function perform(Call $call): void
    {
        $take = function (ResponseInterface $response, Deadline $deadline): void {
            $whole = $this->whole($response, $deadline);
            if ($whole->getStatusCode() !== 204) {
                // Something other than the service may have answered.
                $type = self::mediaType($whole);
                throw new InvalidResponseException("is not 204, the only success of this call (Content-Type: {$type})", $whole);
            }
        };
        $this->answer($call, 'application/json', false, $take);
    }

    /**
     * @template T of Model
     * @param class-string<T> $class
     * @return T
     */
    public function request(Call $call, string $class): Model
    {
        $take = function (ResponseInterface $response, Deadline $deadline) use ($class): Model {
            [$json, $whole] = $this->object($response, $deadline);

            return $class::read($json, $whole);
        };

        return $this->answer($call, 'application/json', false, $take);
    }

    /**
     * @template T of Page
     * @param class-string<T> $class
     * @return T
     */
    public function list(Call $call, string $class): Page
    {
        $take = function (ResponseInterface $response, Deadline $deadline) use ($call, $class): Page {
            [$json, $whole] = $this->object($response, $deadline);
            $wrong = Page::wrongIn($json, Wire::given($call->query)['cursor'] ?? null);

            return $wrong === null ? $class::read($json, $whole) : throw new InvalidResponseException($wrong, $whole);
        };
        $page = $this->answer($call, 'application/json', false, $take);

        return $page->fetchingBy(fn (string $cursor): Page => $this->list($call->withCursor($cursor), $class));
    }

    public function download(Call $call): FileDownload
    {
        $take = function (ResponseInterface $response, Deadline $deadline): FileDownload {
            $deadline->onlySilences();

            return new FileDownload($response, $this->body($response, $deadline));
        };

        return $this->answer($call, '*/*', true, $take);
    }

    public function stream(Call $call): EventStream
    {
        if ($this->sender instanceof GuzzleSender && !\ini_get('allow_url_fopen')) {
            throw new \LogicException('A stream of events needs allow_url_fopen in php.ini: without it an answer has to end first');
        }
        $take = function (ResponseInterface $response, Deadline $deadline): EventStream {
            $type = self::mediaType($response);
            if ($type !== 'text/event-stream') {
                throw new InvalidResponseException("is not a stream of events (Content-Type: {$type})", $response);
            }
            $deadline->onlySilences();

            return new EventStream($response, $this->body($response, $deadline));
        };

        return $this->answer($call, 'text/event-stream', true, $take);
    }

    /**
     * Sends a request until it is answered for good; `$take` makes something of the success.
     *
     * @template T
     * @param \Closure(ResponseInterface, Deadline): T $take
     * @return T
     */
    private function answer(Call $call, string $accept, bool $streams, \Closure $take): mixed
    {
        $request = Outgoing::of($this->settings, $call, $accept);
        $attempts = new Attempts($request, $this->settings->limits->for($call->options), $this->settings->onEvent);
        for (; ; self::sleep($pause)) {
            try {
                $deadline = $attempts->begin();
                $response = $this->sender->send($request, $deadline, $streams, $attempts->answered(...));
                $status = $response->getStatusCode();
                if ($status < 200 || $status > 299) {
                    throw Problems::exception($this->whole($response, $deadline));
                }

                return $take($response, $deadline);
            } catch (SvcException $error) {
                $pause = $attempts->pause($error) ?? throw $error->ofCall($request->idempotencyKey());
            }
        }
    }

    /** The answer with all of its body at hand. */
    private function whole(ResponseInterface $response, Deadline $deadline): ResponseInterface
    {
        return $response->withBody(Utils::streamFor($this->body($response, $deadline)->all()));
    }

    /** @return array{\stdClass, ResponseInterface} the object that an answer is, and the answer */
    private function object(ResponseInterface $response, Deadline $deadline): array
    {
        $whole = $this->whole($response, $deadline);
        $type = self::mediaType($whole);
        $json = Json::object((string) $whole->getBody());
        $whole->getBody()->rewind();

        return $json === null
            ? throw new InvalidResponseException("is no JSON object (Content-Type: {$type})", $whole)
            : [$json, $whole];
    }

    private function body(ResponseInterface $response, Deadline $deadline): IncomingBody
    {
        // Other clients may have inflated a body, and left the length that it had before.
        return new IncomingBody($response, $deadline, $this->sender instanceof GuzzleSender);
    }

    private static function mediaType(ResponseInterface $response): string
    {
        $type = \strtolower(\trim(\explode(';', $response->getHeaderLine('Content-Type'))[0]));

        return $type === '' ? 'none' : $type;
    }

    /** A signal ends usleep() early, and does not shorten the wait, unless its handler throws. */
    private static function sleep(float $seconds): void
    {
        $end = Deadline::now() + $seconds;
        while (($left = $end - Deadline::now()) > 0) {
            \usleep((int) \ceil($left * 1e6));
        }
    }
}
