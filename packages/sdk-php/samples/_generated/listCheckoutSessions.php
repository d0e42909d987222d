<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

foreach ($svc->checkoutSessions->list(status: 'open') as $checkoutSession) {
    echo $checkoutSession->id, "\n";
}
