<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$webhookTestResult = $svc->webhooks->test(
    'wh_249801938345984010',
    type: 'webhook.test',
);
var_dump($webhookTestResult);
