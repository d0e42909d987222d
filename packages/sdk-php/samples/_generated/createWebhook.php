<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$webhook = $svc->webhooks->create(
    url: 'https://shop.example.com/webhooks',
    events: ['payment.completed', 'payment.failed'],
    secret: 'correct-horse-battery-staple',
);
echo $webhook->id, "\n";
