<?php

declare(strict_types=1);

namespace Svc\Payments {
    /** The clock that Webhooks goes by, which the vectors set. */
    function time(): int
    {
        return Tests\Clock::$now ?? \time();
    }
}

namespace Svc\Payments\Internal {
    use Svc\Payments\Tests\Hmacs;

    /** What Signatures verifies with, which a test counts. */
    function hash_hmac(string $algorithm, string $signed, #[\SensitiveParameter] string $key, bool $binary): string
    {
        ++Hmacs::$computed;

        return \hash_hmac($algorithm, $signed, $key, $binary);
    }
}

namespace Svc\Payments\Tests {
    require __DIR__ . '/autoload.php';

    \set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
        if ((\error_reporting() & $level) === 0) {
            return false;
        }
        // What Debian's older Guzzle does is its own affair.
        if (\str_starts_with($file, \dirname(__DIR__))) {
            throw new \ErrorException($message, 0, $level, $file, $line);
        }

        return false;
    });
}
