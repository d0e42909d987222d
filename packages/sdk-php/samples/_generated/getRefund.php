<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$refund = $svc->refunds->retrieve('ref_249801938345984001');
echo $refund->id, "\n";
