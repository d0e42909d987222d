<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$processor = $svc->processors->retrieve('proc_249801938345984050');
echo $processor->id, "\n";
