<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;

/** The samples of the reference and the programs of the console: all of them run, and do what is shown. */
final class SamplesTest extends TestCase
{
    private string $folder;

    protected function setUp(): void
    {
        $this->folder = \sys_get_temp_dir() . '/svc-samples-' . \bin2hex(\random_bytes(6));
        \mkdir("{$this->folder}/vendor", recursive: true);
        \file_put_contents("{$this->folder}/vendor/autoload.php", \sprintf('<?php require_once %s;', \var_export(__DIR__ . '/autoload.php', true)));
    }

    protected function tearDown(): void
    {
        Process::run(['rm', '-rf', $this->folder]);
    }

    public function testEverySample(): void
    {
        $this->runAll(\dirname(__DIR__) . '/samples/_generated', Process::ofVectors('samples.mjs'));
    }

    public function testEveryProgramOfTheConsole(): void
    {
        $this->runAll($this->folder, Process::ofVectors('console-code.mjs', 'PHP', $this->folder));
    }

    private function runAll(string $programs, Process $server): void
    {
        // Each has variables of its own, in one process for all.
        $all = 'foreach (glob($argv[1] . "/*.php") as $sample) { (static function ($sample) { require $sample; })($sample); }';
        try {
            $address = $server->line();
            $env = ['SVC_API_KEY' => 'sk_test_1', 'SVC_API_BASE' => $address];
            $said = Process::run([\PHP_BINARY, '-d', 'display_errors=1', '-r', $all, $programs], $env, $this->folder);
            $outcome = \json_decode((string) \file_get_contents("{$address}/_called"), true);
            self::assertSame([[], []], [$outcome['missing'], $outcome['refused']], $said);
            self::assertStringNotContainsString('Warning', $said);
        } finally {
            $server->end();
        }
    }
}
