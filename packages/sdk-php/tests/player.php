<?php

declare(strict_types=1);

// Runs the calls of the vectors with the given names, one after another, and prints the result of each as a line of
// JSON: `php player.php <address of the mock server>`, with a list of names as its input.

namespace Svc\Payments\Tests;

use Svc\Payments\CallEvent;
use Svc\Payments\EventStream;
use Svc\Payments\Exception\SvcException;
use Svc\Payments\FileDownload;
use Svc\Payments\StreamedEvent;
use Svc\Payments\Svc;

require __DIR__ . '/autoload.php';

function play(string $server, array $case): array
{
    $address = MockServer::begin($case['answers'], $server);
    $told = [];
    $hook = static function (CallEvent $event) use (&$told, $address): void {
        $told[] = ['url' => \substr($event->url, \strlen($address))] + \array_filter(\get_object_vars($event), static fn ($each) => $each !== null);
    };
    $svc = new Svc('sk_test_1', $address, ...Vectors::clientOptions($case), onEvent: $hook);
    $call = $case['call'];
    [$resource, $method] = Vectors::methods()[$call['operation']] ?? throw new \LogicException("No method for {$call['operation']}");
    $outcome = [];
    try {
        $answer = $svc->{$resource}->{$method}(...Vectors::arguments($call));
        if (isset($call['all']) || isset($call['take'])) {
            $outcome['ids'] = idsOf($answer, $call['take'] ?? \PHP_INT_MAX);
        } elseif (!$answer instanceof EventStream) {
            $outcome['result'] = $answer instanceof FileDownload ? $answer->contents() : $answer;
        }
    } catch (SvcException $error) {
        $outcome['error'] = [
            'type' => \preg_replace('/Exception$/', 'Error', (new \ReflectionClass($error))->getShortName()),
            'code' => $error->errorCode,
            'status' => $error->status,
            'requestId' => $error->requestId,
            'fieldErrors' => $error->fieldErrors,
            'idempotencyKey' => $error->idempotencyKey,
            'message' => $error->getMessage(),
        ];
    } catch (\InvalidArgumentException | \TypeError $refusal) {
        $outcome['refused'] = $refusal->getMessage();
    }

    if (($answer ?? null) instanceof EventStream) {
        $outcome['lastEventId'] = $answer->lastEventId();
    }

    return $outcome + ['requests' => MockServer::noted($address), 'events' => $told];
}

function idsOf(iterable $all, int $take): array
{
    $ids = [];
    foreach ($all as $each) {
        $ids[] = $each instanceof StreamedEvent ? $each->event->id : $each->id;
        if (\count($ids) >= $take) {
            break;
        }
    }

    return $ids;
}

$cases = Vectors::calls();
foreach (\json_decode((string) \stream_get_contents(\STDIN), true) as $name) {
    try {
        $outcome = play($argv[1], $cases[$name]);
    } catch (\Throwable $fault) {
        $outcome = ['fault' => (string) $fault];
    }
    echo \json_encode(['name' => $name] + $outcome, \JSON_THROW_ON_ERROR), "\n";
}
