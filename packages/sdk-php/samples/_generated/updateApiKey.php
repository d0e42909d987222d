<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$apiKey = $svc->apiKeys->update(
    'key_249801938345984030',
    name: 'Order service',
    expiresAt: '2099-11-21T00:00:00Z',
);
echo $apiKey->id, "\n";
