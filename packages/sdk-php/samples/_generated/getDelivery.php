<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$delivery = $svc->deliveries->retrieve('dlv_249801938345984030');
echo $delivery->id, "\n";
