<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$subscription = $svc->subscriptions->create(
    customerId: 'cust_249801938345984002',
    amount: ['value' => 1000, 'currency' => 'USD'],
    interval: 'month',
    intervalCount: 1,
    description: 'Monthly plan',
    metadata: ['plan' => 'basic'],
);
echo $subscription->id, "\n";
