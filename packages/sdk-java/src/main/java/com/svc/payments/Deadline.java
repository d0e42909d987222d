package com.svc.payments;

import java.time.Duration;

/** An attempt's time, and behind it how long a body that is taken as it comes may be silent. All in nanoseconds. */
final class Deadline {
    private final long began;
    private final long most;
    private final long silence;

    Deadline(long began, long most, long silence) {
        this.began = began;
        this.most = most;
        this.silence = silence;
    }

    /** What is left for the attempt; 0 when nothing is. */
    long left() {
        return Math.max(0, began + most - System.nanoTime());
    }

    long silence() {
        return silence;
    }

    RequestTimeoutException error() {
        return new RequestTimeoutException("There was no complete response within " + seconds(most) + " s.");
    }

    RequestTimeoutException silenceError() {
        return new RequestTimeoutException("Nothing came for " + seconds(silence) + " s.");
    }

    private static String seconds(long nanos) {
        double seconds = Duration.ofNanos(nanos).toMillis() / 1_000.0;
        return seconds == Math.rint(seconds) ? String.valueOf((long) seconds) : String.valueOf(seconds);
    }
}
