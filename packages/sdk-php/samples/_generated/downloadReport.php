<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$file = $svc->reports->download('rep_249801938345984050');
$file->save('report.csv');
