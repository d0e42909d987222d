<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$webhook = $svc->webhooks->update(
    'wh_249801938345984010',
    description: 'Shop backend',
    events: ['payment.completed', 'payment.failed'],
);
echo $webhook->id, "\n";
