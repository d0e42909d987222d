<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$securityConfig = $svc->security->updateConfig(
    approvalThresholds: [['value' => 1000000, 'currency' => 'USD']],
    retentionDays: null,
    ifMatch: '"1"',
);
var_dump($securityConfig);
