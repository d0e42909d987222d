<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$report = $svc->reports->retrieve('rep_249801938345984050');
echo $report->id, "\n";
