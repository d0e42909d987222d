<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$payment = $svc->payments->approve(
    'pay_249801938345984001',
    reason: 'Checked with the customer',
);
echo $payment->id, "\n";
