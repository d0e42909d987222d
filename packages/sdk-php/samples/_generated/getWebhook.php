<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$webhook = $svc->webhooks->retrieve('wh_249801938345984010');
echo $webhook->id, "\n";
