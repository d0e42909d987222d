<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$customer = $svc->customers->create(
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '+44 20 7946 0958',
    address: [
        'line1' => '12 St James Square',
        'city' => 'London',
        'postalCode' => 'SW1Y 4JH',
        'country' => 'GB',
    ],
    preferences: ['locale' => 'en-GB', 'currency' => 'GBP'],
    metadata: ['crmId' => 'A-1042'],
);
echo $customer->id, "\n";
