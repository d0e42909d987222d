<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$paymentTimeline = $svc->payments->timeline('pay_249801938345984001');
var_dump($paymentTimeline);
