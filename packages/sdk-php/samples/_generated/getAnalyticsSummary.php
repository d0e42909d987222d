<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$analyticsSummary = $svc->analytics->summary();
var_dump($analyticsSummary);
