<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$checkoutSession = $svc->checkoutSessions->create(
    mode: 'payment',
    amount: ['value' => 2500, 'currency' => 'EUR'],
    description: 'Order 1042',
    lineItems: [
        [
            'name' => 'Tea',
            'quantity' => 2,
            'unitAmount' => ['value' => 1250, 'currency' => 'EUR'],
        ],
    ],
    reference: 'order-1042',
    successUrl: 'https://shop.example.com/paid',
    cancelUrl: 'https://shop.example.com/cart',
);
echo $checkoutSession->id, "\n";
