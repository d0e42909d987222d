<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$subscription = $svc->subscriptions->retrieve('sub_249801938345984001');
echo $subscription->id, "\n";
