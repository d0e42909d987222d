<?php

declare(strict_types=1);

// Takes webhook deliveries: `WEBHOOK_SECRET=... php -S 127.0.0.1:4242 webhook.php`.

use Svc\Payments\Exception\WebhookVerificationException;
use Svc\Payments\Models\PaymentCompletedEvent;
use Svc\Payments\Webhooks;

require getenv('COMPOSER_AUTOLOAD') ?: __DIR__ . '/../vendor/autoload.php';

try {
    $event = Webhooks::verify(file_get_contents('php://input'), $_SERVER, getenv('WEBHOOK_SECRET'), tolerance: 300);
} catch (WebhookVerificationException $refusal) {
    http_response_code(400);
    exit($refusal->errorCode);
}
if ($event instanceof PaymentCompletedEvent) {
    error_log("paid {$event->data->id} {$event->data->amount->value}");
}
echo 'thanks';
