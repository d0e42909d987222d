<?php

declare(strict_types=1);

// The library with what Composer would have installed for it: from vendor/, or else from Debian's packages.

$vendor = \dirname(__DIR__) . '/vendor/autoload.php';
require_once \is_file($vendor) ? $vendor : 'GuzzleHttp/autoload.php';

\spl_autoload_register(static function (string $class): void {
    $folders = [
        'Svc\\Payments\\Tests\\' => [__DIR__],
        'Svc\\Payments\\' => [\dirname(__DIR__) . '/src', \dirname(__DIR__) . '/src/Generated'],
    ];
    foreach ($folders as $prefix => $places) {
        if (!\str_starts_with($class, $prefix)) {
            continue;
        }
        foreach ($places as $place) {
            $file = $place . '/' . \strtr(\substr($class, \strlen($prefix)), '\\', '/') . '.php';
            if (\is_file($file)) {
                require $file;

                return;
            }
        }
    }
});
