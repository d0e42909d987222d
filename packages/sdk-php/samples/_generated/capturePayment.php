<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$payment = $svc->payments->capture(
    'pay_249801938345984001',
    amount: ['value' => 600, 'currency' => 'USD'],
    reason: 'Shipped today',
);
echo $payment->id, "\n";
