<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$customer = $svc->customers->update(
    'cust_249801938345984002',
    phone: null,
    address: ['line2' => 'Flat 2'],
    preferences: ['emailReceipts' => false],
);
echo $customer->id, "\n";
