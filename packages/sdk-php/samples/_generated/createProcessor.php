<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$processor = $svc->processors->create(
    kind: 'http',
    name: 'Example Acquirer',
    priority: 10,
    currencies: ['EUR', 'USD'],
    credentials: [
        'url' => 'https://acquirer.example.com/svc',
        'apiKey' => 'acq_live_5f2b8c1d9e',
        'callbackSecret' => 'whsec_BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=',
    ],
);
echo $processor->id, "\n";
