<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$checkoutSession = $svc->checkoutSessions->expire('cs_249801938345984060');
echo $checkoutSession->id, "\n";
