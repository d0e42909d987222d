<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$customer = $svc->customers->retrieve('cust_249801938345984002');
echo $customer->id, "\n";
