<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$subscription = $svc->subscriptions->update(
    'sub_249801938345984001',
    amount: ['value' => 1200, 'currency' => 'USD'],
);
echo $subscription->id, "\n";
