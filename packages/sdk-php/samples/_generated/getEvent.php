<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$webhookEvent = $svc->events->retrieve('evt_249801938345984020');
echo $webhookEvent->id, "\n";
