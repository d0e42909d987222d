<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$apiKey = $svc->apiKeys->rotate(
    'key_249801938345984030',
    overlapSeconds: 86400,
);
echo $apiKey->id, "\n";
