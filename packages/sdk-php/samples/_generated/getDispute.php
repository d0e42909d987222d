<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$dispute = $svc->disputes->retrieve('dis_249801938345984060');
echo $dispute->id, "\n";
