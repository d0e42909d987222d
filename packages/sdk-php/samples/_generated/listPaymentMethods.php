<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

foreach ($svc->customers->listPaymentMethods(
    'cust_249801938345984002',
) as $paymentMethod) {
    echo $paymentMethod->id, "\n";
}
