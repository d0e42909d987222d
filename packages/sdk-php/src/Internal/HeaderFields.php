<?php

declare(strict_types=1);

namespace Svc\Payments\Internal;

/** @internal */
final class HeaderFields
{
    /** They belong to the connection. With a value of the caller, two programs could disagree about where a request ends. */
    private const OF_CONNECTION = [
        'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade',
    ];

    /** They guard a call. If null left one out, a lookup that finds nothing would remove the guard unnoticed. */
    private const NEVER_NULL = ['idempotency-key', 'if-match'];

    /**
     * Headers by their names in lower case; others that are null are left out. A value with a line end would begin a header
     * of its own. The error does not show it: it may be a secret.
     *
     * @param array<string, string|null> $given
     * @return array<string, string>
     * @throws \InvalidArgumentException naming the one that is wrong
     */
    public static function checked(#[\SensitiveParameter] array $given): array
    {
        $headers = [];
        foreach ($given as $name => $value) {
            if (!\is_string($name) || \preg_match('/^[!#$%&\'*+.^_`|~0-9A-Za-z-]+$/D', $name) !== 1) {
                throw new \InvalidArgumentException("Headers are given by name, such as ['X-Name' => 'value']");
            }
            if (\in_array(\strtolower($name), self::OF_CONNECTION, true)) {
                throw new \InvalidArgumentException("The header {$name} cannot be set: it belongs to the connection");
            }
            if ($value === null && !\in_array(\strtolower($name), self::NEVER_NULL, true)) {
                continue;
            }
            if (!\is_string($value) || \preg_match('/[\x00-\x08\x0a-\x1f\x7f]/', $value) === 1) {
                throw new \InvalidArgumentException("The value of the header {$name} must be text in one line");
            }
            $headers[\strtolower($name)] = \trim($value, " \t");
        }

        return $headers;
    }
}
