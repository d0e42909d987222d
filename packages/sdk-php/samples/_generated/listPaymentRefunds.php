<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

foreach ($svc->payments->refunds(
    'pay_249801938345984001',
    status: 'pending',
) as $refund) {
    echo $refund->id, "\n";
}
