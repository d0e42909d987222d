package com.svc.payments;

import java.time.Duration;

/** The time limits of one call, and its number of retries. */
final class Limits {
    private static final Duration LONGEST = Duration.ofDays(10_000);

    private final Duration timeout;
    private final Duration totalTimeout;
    private final int maxRetries;

    Limits(Duration timeout, Duration totalTimeout, int maxRetries) {
        this.timeout = timeout;
        this.totalTimeout = totalTimeout;
        this.maxRetries = maxRetries;
    }

    Duration timeout() {
        return timeout;
    }

    /** Null for any. */
    Duration totalTimeout() {
        return totalTimeout;
    }

    int maxRetries() {
        return maxRetries;
    }

    static Duration checked(String name, Duration limit) {
        if (limit == null || limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException(name + " must be longer than 0");
        }
        // More nanoseconds would not fit into a long.
        return limit.compareTo(LONGEST) > 0 ? LONGEST : limit;
    }

    static int checked(int maxRetries) {
        if (maxRetries < 0) {
            throw new IllegalArgumentException("maxRetries must be 0 or more");
        }
        return maxRetries;
    }
}
