<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$payment = $svc->payments->cancel(
    'pay_249801938345984001',
    reason: 'The customer changed their mind',
);
echo $payment->id, "\n";
