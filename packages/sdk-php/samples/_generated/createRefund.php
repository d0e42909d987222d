<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$refund = $svc->refunds->create(
    paymentId: 'pay_249801938345984001',
    amount: ['value' => 400, 'currency' => 'USD'],
    reason: 'Returned goods',
    metadata: ['returnId' => '77'],
);
echo $refund->id, "\n";
