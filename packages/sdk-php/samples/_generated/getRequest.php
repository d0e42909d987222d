<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$loggedRequest = $svc->requests->retrieve(
    'req_01a1fd70f1c0c0ffee5eed00b00c1e77',
);
echo $loggedRequest->id, "\n";
