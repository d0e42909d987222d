<?php

declare(strict_types=1);

namespace Svc\Payments\Tests;

/** A program that runs next to the tests. It stops at the end of its input. */
final class Process
{
    /** @var resource */
    private $process;
    /** @var array<int, resource> */
    private array $pipes = [];

    /**
     * @param list<string> $command
     * @param array<string, string> $env beside those of this process
     */
    public function __construct(array $command, array $env = [], ?string $folder = null)
    {
        $ends = [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]];
        $process = \proc_open($command, $ends, $this->pipes, $folder, $env + \getenv());
        $this->process = $process === false ? throw new \RuntimeException("{$command[0]} did not start") : $process;
    }

    /** Node, and a script of the vectors' folder. */
    public static function ofVectors(string $script, string ...$arguments): self
    {
        return new self([\getenv('SVC_NODE') ?: 'node', Vectors::FOLDER . "/{$script}", ...$arguments]);
    }

    public function line(): string
    {
        return \rtrim((string) \fgets($this->pipes[1]), "\n");
    }

    public function write(string $text): void
    {
        \fwrite($this->pipes[0], $text);
    }

    public function endInput(): void
    {
        if (\is_resource($this->pipes[0])) {
            \fclose($this->pipes[0]);
        }
    }

    /** Ends its input, and answers all that it still says. */
    public function rest(): string
    {
        $this->endInput();

        return (string) \stream_get_contents($this->pipes[1]);
    }

    /** The exit code. */
    public function end(): int
    {
        foreach ($this->pipes as $pipe) {
            if (\is_resource($pipe)) {
                \fclose($pipe);
            }
        }

        return \proc_close($this->process);
    }

    public function kill(): void
    {
        \proc_terminate($this->process);
        $this->end();
    }

    /**
     * Runs a command to its end and answers what it said.
     *
     * @param list<string> $command
     * @param array<string, string> $env
     */
    public static function run(array $command, array $env = [], ?string $folder = null): string
    {
        $process = new self($command, $env, $folder);
        $said = $process->rest();
        $code = $process->end();

        return $code === 0 ? $said : throw new \RuntimeException(\implode(' ', $command) . " ended with {$code}:\n{$said}");
    }
}
