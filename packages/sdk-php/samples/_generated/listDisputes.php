<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

foreach ($svc->disputes->list(status: 'inquiry') as $dispute) {
    echo $dispute->id, "\n";
}
