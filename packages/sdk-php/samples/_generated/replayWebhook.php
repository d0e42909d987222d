<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$webhookReplay = $svc->webhooks->replay(
    'wh_249801938345984010',
    createdFrom: '2026-11-20T00:00:00Z',
    createdTo: '2026-11-21T00:00:00Z',
);
echo $webhookReplay->id, "\n";
