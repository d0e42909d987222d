<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$payment = $svc->payments->create(
    amount: ['value' => 1000, 'currency' => 'USD'],
    customer: [
        'email' => 'ada@example.com',
        'firstName' => 'Ada',
        'lastName' => 'Lovelace',
    ],
    description: 'Order 1042',
    metadata: ['orderId' => '1042'],
    reference: 'order-1042',
);
echo $payment->id, "\n";
