<?php

declare(strict_types=1);

namespace Svc\Payments;

use Psr\Http\Message\MessageInterface;
use Svc\Payments\Exception\WebhookVerificationException;
use Svc\Payments\Internal\Json;
use Svc\Payments\Internal\Signatures;
use Svc\Payments\Models\WebhookEvent;

/** Signatures of webhook deliveries: `verify` for a handler, `sign` for its tests. */
final class Webhooks
{
    /**
     * Verifies that a delivery comes from the service, and returns its event as an instance of the class of its type.
     *
     * During a secret rotation, either secret verifies. Pass several secrets if you keep more than one.
     *
     * @param string $rawBody The body as it was received, before anything has parsed it: file_get_contents('php://input').
     * @param iterable<string, string|list<string|null>>|MessageInterface $headers Of the request: getallheaders(), $_SERVER,
     *     a PSR-7 request, or `$request->headers->all()` in Symfony and Laravel.
     * @param string|list<string> $secret Of the webhook, or several.
     * @param float|null $tolerance Seconds by which the sender's clock may differ from ours. Older deliveries are refused, so
     *     that none can be replayed. Only `webhook-signature` signs the time, so a tolerance requires this header.
     * @throws WebhookVerificationException if it is not authentic
     * @throws \InvalidArgumentException if there is no secret, or tolerance is not a number
     */
    public static function verify(
        mixed $rawBody,
        iterable|MessageInterface $headers,
        #[\SensitiveParameter] string|array $secret,
        ?float $tolerance = null,
    ): WebhookEvent {
        if (!\is_string($rawBody)) {
            throw new WebhookVerificationException(
                'body_not_raw',
                'The body is needed as it came in, but this was parsed already. It is file_get_contents(\'php://input\') in plain'
                    . ' PHP, $request->getContent() in Symfony and Laravel, (string) $request->getBody() with PSR-7.',
            );
        }
        $secrets = self::secrets($secret);
        if ($tolerance !== null && !($tolerance >= 0)) {
            throw new \InvalidArgumentException('tolerance must be a number of seconds, 0 or more');
        }
        $found = self::headers($headers);
        $schemes = [Signatures::standard($found, $rawBody)];
        if ($tolerance === null) {
            $schemes[] = Signatures::own($found, $rawBody);
        }
        if (\array_merge(...\array_column($schemes, 'signatures')) === []) {
            $names = $tolerance === null ? 'Svc-Signature or webhook-signature' : 'webhook-signature';
            throw new WebhookVerificationException('signature_missing', "The request has no {$names} header that can be read.");
        }
        if (!Signatures::anyFits($schemes, $secrets)) {
            throw new WebhookVerificationException(
                'signature_mismatch',
                'No signature fits: the secret is another one, or the body is not what was sent, byte for byte.',
            );
        }
        if ($tolerance !== null) {
            self::checkTime($found['webhook-timestamp'] ?? '', $tolerance);
        }
        $json = Json::object($rawBody)
            ?? throw new WebhookVerificationException('body_not_json', 'The body is signed but is no JSON object.');

        return WebhookEvent::read($json);
    }

    /**
     * The headers with which the service would deliver a body, to test a handler.
     *
     * @param string $body The exact body of the request.
     * @param string|null $nextSecret The new one, while a rotation overlaps.
     * @param string|null $eventId The id of the event; by default the `id` in the body, or `evt_1` if the body has none.
     * @param int|null $timestamp When it was sent, in seconds since 1970; now, when it is left out.
     * @return array<string, string>
     * @throws \InvalidArgumentException if a secret or the event id is empty, or the time is before 1970
     */
    public static function sign(
        string $body,
        #[\SensitiveParameter] string $secret,
        #[\SensitiveParameter] ?string $nextSecret = null,
        ?string $eventId = null,
        ?int $timestamp = null,
    ): array {
        $timestamp ??= time();
        if ($timestamp < 0) {
            throw new \InvalidArgumentException('timestamp must not be before 1970');
        }
        if ($eventId === '') {
            throw new \InvalidArgumentException('eventId must not be empty');
        }
        $seconds = (string) $timestamp;
        $secrets = self::secrets($nextSecret === null ? [$secret] : [$secret, $nextSecret]);
        $eventId ??= self::idIn($body);
        $next = $nextSecret === null ? [] : ['Svc-Signature-Next' => Signatures::signOwn($body, $nextSecret)];
        $standard = \array_map(
            static fn (string $each): string => Signatures::signStandard($eventId, $seconds, $body, $each),
            $secrets,
        );

        return ['Content-Type' => 'application/json', 'Svc-Signature' => Signatures::signOwn($body, $secret)] + $next + [
            'Svc-Event-Id' => $eventId,
            'webhook-id' => $eventId,
            'webhook-timestamp' => $seconds,
            'webhook-signature' => \implode(' ', $standard),
        ];
    }

    /** The id of the event in a body. A test may also sign a body that is no event. */
    private static function idIn(string $body): string
    {
        $id = Json::object($body)?->id ?? null;

        return \is_string($id) && $id !== '' ? $id : 'evt_1';
    }

    /** @return list<string> */
    private static function secrets(#[\SensitiveParameter] string|array $secret): array
    {
        $secrets = \array_values((array) $secret);
        $usable = \array_filter($secrets, static fn (mixed $each): bool => \is_string($each) && $each !== '');
        if ($secrets === [] || \count($usable) < \count($secrets)) {
            throw new \InvalidArgumentException('Pass one or several secrets of the webhook. None may be empty.');
        }

        return $secrets;
    }

    /** @return array<string, string> by their names in lower case, whichever way PHP came by them */
    private static function headers(iterable|MessageInterface $headers): array
    {
        $found = [];
        foreach ($headers instanceof MessageInterface ? $headers->getHeaders() : $headers as $name => $value) {
            // In $_SERVER webhook-id is HTTP_WEBHOOK_ID.
            $plain = \preg_match('/^HTTP_[A-Z0-9_]+$/D', (string) $name) === 1
                ? \strtr(\substr((string) $name, 5), '_', '-')
                : (string) $name;
            if (\is_string($value) || \is_array($value)) {
                $found[\strtolower($plain)] = \implode(' ', \array_filter((array) $value, \is_string(...)));
            }
        }

        return $found;
    }

    private static function checkTime(string $sentAt, float $tolerance): void
    {
        $known = \preg_match('/^[0-9]{1,15}$/D', $sentAt) === 1;
        if (!$known || \abs(time() - (int) $sentAt) > $tolerance) {
            throw new WebhookVerificationException(
                'timestamp_out_of_tolerance',
                "The delivery was signed more than {$tolerance} s ago, or ahead of time.",
            );
        }
    }
}
