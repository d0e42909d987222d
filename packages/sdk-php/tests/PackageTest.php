<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

use PHPUnit\Framework\TestCase;
use Svc\Payments\Svc;

/** The package as its users get it: valid, archived with the same content each time, and whole when it is installed. */
final class PackageTest extends TestCase
{
    private const PACKAGE = __DIR__ . '/..';

    private string $folder;

    protected function setUp(): void
    {
        $this->folder = \sys_get_temp_dir() . '/svc-package-' . \bin2hex(\random_bytes(6));
        \mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        Process::run(['rm', '-rf', $this->folder]);
    }

    private function composer(array $arguments, string $folder): string
    {
        $env = ['COMPOSER_ALLOW_SUPERUSER' => '1', 'COMPOSER_NO_INTERACTION' => '1', 'COMPOSER_DISABLE_NETWORK' => '1'];

        return Process::run(['composer', ...$arguments], $env + ['COMPOSER_HOME' => "{$this->folder}/home"], $folder);
    }

    /** @return iterable<string> */
    private static function phpFiles(): iterable
    {
        foreach (['src', 'tests', 'examples'] as $folder) {
            $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator(self::PACKAGE . "/{$folder}", \FilesystemIterator::SKIP_DOTS));
            foreach ($files as $file) {
                yield $file->getPathname();
            }
        }
    }

    public function testComposerHasNothingToSay(): void
    {
        self::assertStringContainsString('is valid', $this->composer(['validate', '--strict', '--no-ansi'], self::PACKAGE));
    }

    public function testEveryFileIsStrictAndCompiles(): void
    {
        foreach (self::phpFiles() as $file) {
            self::assertMatchesRegularExpression("~^<\\?php\n\n(// .*\n\n)?declare\\(strict_types=1\\);\n~", (string) \file_get_contents($file), $file);
        }
        $lint = new Process(['xargs', '-0', '-P', '4', '-n', '1', \PHP_BINARY, '-n', '-d', 'error_reporting=-1', '-l']);
        $lint->write(\implode("\0", \iterator_to_array(self::phpFiles(), false)));
        $said = \preg_replace('/^(No syntax errors detected in .*)?\n/m', '', $lint->rest());
        self::assertSame([0, ''], [$lint->end(), $said]);
    }

    public function testTheVersionIsTheSameEverywhere(): void
    {
        \preg_match('/^## (.*)$/m', (string) \file_get_contents(self::PACKAGE . '/CHANGELOG.md'), $found);
        self::assertSame(Svc::VERSION, $found[1]);
    }

    public function testTheReadmeNamesEveryMethod(): void
    {
        \preg_match_all('/^\| `\$svc->(\w+)` +\| (.*?) +\|$/m', (string) \file_get_contents(self::PACKAGE . '/README.md'), $rows, \PREG_SET_ORDER);
        $told = [];
        foreach ($rows as [, $resource, $methods]) {
            \preg_match_all('/`(\w+)`/', $methods, $names);
            $told[$resource] = $names[1];
        }
        $there = [];
        foreach (Vectors::methods() as [$resource, $method]) {
            $there[$resource][] = $method;
        }
        self::assertSame($there, $told);
    }

    public function testTheReadmesSnippetsAreWhole(): void
    {
        \preg_match_all('/```php\n(.*?)```/s', (string) \file_get_contents(self::PACKAGE . '/README.md'), $snippets);
        self::assertGreaterThan(6, \count($snippets[1]));
        foreach ($snippets[1] as $index => $snippet) {
            $file = "{$this->folder}/{$index}.php";
            \file_put_contents($file, \str_starts_with($snippet, '<?php') ? $snippet : "<?php\n{$snippet}");
            self::assertStringContainsString('No syntax errors', Process::run([\PHP_BINARY, '-n', '-l', $file]));
            \preg_match_all('/^use ([\w\\\\]*\\\\(\w+));$/m', $snippet, $used);
            \array_map(static fn (string $class) => self::assertTrue(\class_exists($class), $class), $used[1]);
            \preg_match_all('/(?<![\\\\\w])(?:new |instanceof |catch \(| \| |fn \()([A-Z]\w+)|(?<![\\\\\w])([A-Z]\w+)::/', $snippet, $named);
            self::assertSame([], \array_diff(\array_filter([...$named[1], ...$named[2]]), $used[2]), $snippet);
        }
    }

    /** An archive of a fresh copy whose files have times of their own. */
    private function archive(string $name, int $seconds): string
    {
        $copy = "{$this->folder}/{$name}";
        Process::run(['cp', '-r', self::PACKAGE, $copy]);
        Process::run(['rm', '-rf', "{$copy}/vendor", "{$copy}/composer.lock"]);
        Process::run(['find', $copy, '-exec', 'touch', '-d', "@{$seconds}", '{}', '+']);
        $this->composer(['archive', '--format=zip', "--dir={$this->folder}", "--file={$name}"], $copy);

        return "{$this->folder}/{$name}.zip";
    }

    /** @return array<string, string> a digest of each file of an archive */
    private static function contents(string $archive): array
    {
        $found = [];
        foreach (new \RecursiveIteratorIterator(new \PharData($archive)) as $file) {
            $found[\explode('.zip/', $file->getPathname(), 2)[1]] = \hash_file('sha256', $file->getPathname());
        }
        \ksort($found);

        return $found;
    }

    public function testItIsInstalledFromItsArchiveAndDoesWhatTheReadmeSays(): void
    {
        $archive = $this->archive('first', 1_000_000_000);
        $contents = self::contents($archive);
        self::assertSame($contents, self::contents($this->archive('second', 1_700_000_000)));
        $tops = \array_values(\array_unique(\array_map(static fn ($path) => \explode('/', $path)[0], \array_keys($contents))));
        self::assertSame(['CHANGELOG.md', 'LICENSE', 'README.md', 'composer.json', 'examples', 'src'], $tops);

        $project = "{$this->folder}/project";
        \mkdir($project);
        $package = \json_decode((string) \file_get_contents(self::PACKAGE . '/composer.json'), true);
        $dist = ['type' => 'zip', 'url' => $archive, 'shasum' => \sha1_file($archive)];
        \file_put_contents("{$project}/composer.json", \json_encode([
            'repositories' => [
                ['type' => 'package', 'package' => ['version' => Svc::VERSION, 'dist' => $dist] + $package],
                ['packagist.org' => false],
            ],
            'require' => ['svc/payments' => '^' . Svc::VERSION],
            // Debian's packages stand for them.
            'replace' => [
                'guzzlehttp/guzzle' => '7.4.5', 'guzzlehttp/psr7' => '2.4.5', 'psr/http-client' => '1.0.1',
                'psr/http-factory' => '1.0.1', 'psr/http-message' => '1.0.1',
            ],
            'autoload' => ['files' => ['guzzle.php']],
        ]));
        $guzzle = (new \ReflectionClass(\GuzzleHttp\Client::class))->getFileName();
        \file_put_contents("{$project}/guzzle.php", '<?php require_once ' . \var_export(\dirname((string) $guzzle) . '/autoload.php', true) . ';');
        $this->composer(['install', '--no-progress', '--no-ansi'], $project);
        $this->followReadme($project);
    }

    private function followReadme(string $project): void
    {
        \preg_match('/## Five minutes.*?```php\n(.*?)```/s', (string) \file_get_contents(self::PACKAGE . '/README.md'), $found);
        ['baseUrl' => $baseUrl, 'testKey' => $key] = Service::started();
        \file_put_contents("{$project}/start.php", \strtr($found[1], ['sk_test_...' => $key, 'http://localhost:3000' => $baseUrl]));
        $lines = Service::run(['start.php'], '', $project);
        self::assertMatchesRegularExpression('/^pay_\d+ completed$/', $lines[0]);
        self::assertSame('pending', $lines[1]);
        self::assertMatchesRegularExpression('/^pay_\d+ 1999 USD \d{4}-\d\d-\d\d$/m', \implode("\n", \array_slice($lines, 2)));
        self::assertMatchesRegularExpression('/^409 state_conflict req_\w+$/', \end($lines));
        $where = Service::run(['-r', 'require "vendor/autoload.php"; echo (new ReflectionClass("Svc\Payments\Svc"))->getFileName();'], '', $project);
        self::assertSame(\realpath("{$project}/vendor/svc/payments/src/Svc.php"), $where[0]);
    }
}
