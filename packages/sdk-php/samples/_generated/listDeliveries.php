<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

foreach ($svc->deliveries->list(status: 'pending') as $delivery) {
    echo $delivery->id, "\n";
}
