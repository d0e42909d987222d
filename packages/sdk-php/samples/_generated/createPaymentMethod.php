<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$paymentMethod = $svc->customers->addPaymentMethod(
    'cust_249801938345984002',
    type: 'card',
    processorToken: 'tok_9f8a7c6e5d',
    brand: 'visa',
    last4: '4242',
    expiryMonth: 8,
    expiryYear: 2029,
);
echo $paymentMethod->id, "\n";
