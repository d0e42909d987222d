<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$testClock = $svc->testClock->advance(by: 'P1M');
var_dump($testClock);
