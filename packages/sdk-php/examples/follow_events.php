<?php

declare(strict_types=1);

// Makes payments and follows their events: `SVC_API_KEY=sk_test_... SVC_API_BASE=... php follow_events.php`.

use Svc\Payments\Models\EventKind;
use Svc\Payments\Models\PaymentCompletedEvent;
use Svc\Payments\Svc;

require getenv('COMPOSER_AUTOLOAD') ?: __DIR__ . '/../vendor/autoload.php';

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

// Opened first: without a place to go on from, a stream begins now.
$stream = $svc->events->stream(type: EventKind::PAYMENT_COMPLETED);
$waiting = [];
foreach ([100, 200, 300] as $value) {
    $payment = $svc->payments->create(amount: ['value' => $value, 'currency' => 'EUR']);
    $waiting[$payment->id] = $value;
}
foreach ($stream as $streamed) {
    if ($streamed->event instanceof PaymentCompletedEvent) {
        unset($waiting[$streamed->event->data->id]);
    }
    if ($waiting === []) {
        break;
    }
}
echo "completed 3, up to {$stream->lastEventId()}\n";
