<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$webhook = $svc->webhooks->rotateSecret(
    'wh_249801938345984010',
    overlapSeconds: 86400,
);
echo $webhook->id, "\n";
