<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$payment = $svc->payments->update(
    'pay_249801938345984001',
    description: 'Order 1042, gift',
    metadata: ['gift' => true, 'oldKey' => null],
);
echo $payment->id, "\n";
