<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$apiKey = $svc->apiKeys->create(
    name: 'Order service',
    scopes: ['payments:read', 'payments:write'],
    allowedCidrs: ['203.0.113.0/24'],
);
echo $apiKey->id, "\n";
