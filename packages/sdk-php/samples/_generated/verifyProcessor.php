<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$processorVerification = $svc->processors->verify('proc_249801938345984050');
var_dump($processorVerification);
