<?php

require 'vendor/autoload.php';

use Svc\Payments\Svc;

$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));

$processor = $svc->processors->update(
    'proc_249801938345984050',
    enabled: false,
);
echo $processor->id, "\n";
