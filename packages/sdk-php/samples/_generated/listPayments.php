<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

foreach ($svc->payments->list(status: 'pending') as $payment) {
    echo $payment->id, "\n";
}
