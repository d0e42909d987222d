<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$report = $svc->reports->create(
    type: 'payments',
    format: 'csv',
    createdFrom: '2026-11-01T00:00:00Z',
    createdTo: '2026-12-01T00:00:00Z',
);
echo $report->id, "\n";
