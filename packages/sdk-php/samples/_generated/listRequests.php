<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

foreach ($svc->requests->list(status: '2xx') as $loggedRequest) {
    echo $loggedRequest->id, "\n";
}
