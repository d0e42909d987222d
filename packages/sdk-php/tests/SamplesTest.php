<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;

/** The samples that the reference shows: all of them run, and do what the contract shows. */
final class SamplesTest extends TestCase
{
    public function testEverySample(): void
    {
        $folder = \sys_get_temp_dir() . '/svc-samples-' . \bin2hex(\random_bytes(6));
        \mkdir("{$folder}/vendor", recursive: true);
        \file_put_contents("{$folder}/vendor/autoload.php", \sprintf('<?php require_once %s;', \var_export(__DIR__ . '/autoload.php', true)));
        // Each has variables of its own, in one process for all.
        $all = 'foreach (glob($argv[1] . "/*.php") as $sample) { (static function ($sample) { require $sample; })($sample); }';
        $server = Process::ofVectors('samples.mjs');
        try {
            $address = $server->line();
            $env = ['SVC_API_KEY' => 'sk_test_1', 'SVC_API_BASE' => $address];
            $command = [\PHP_BINARY, '-d', 'display_errors=1', '-r', $all, \dirname(__DIR__) . '/samples/_generated'];
            $said = Process::run($command, $env, $folder);
            $outcome = \json_decode((string) \file_get_contents("{$address}/_called"), true);
            self::assertSame([[], []], [$outcome['missing'], $outcome['refused']], $said);
            self::assertStringNotContainsString('Warning', $said);
        } finally {
            $server->end();
            Process::run(['rm', '-rf', $folder]);
        }
    }
}
