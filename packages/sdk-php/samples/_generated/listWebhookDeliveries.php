<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

foreach ($svc->webhooks->listDeliveries(
    'wh_249801938345984010',
    status: 'pending',
) as $delivery) {
    echo $delivery->id, "\n";
}
