package com.svc.payments;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** The attempts of one call: when there is another one, and how long each may take. It sends nothing itself. */
final class Attempts {
    private static final double FIRST_PAUSE_MS = 500;
    private static final double LONGEST_PAUSE_MS = 8_000;
    private static final double LONGEST_RETRY_AFTER_MS = 60_000;
    private static final long NANOS_PER_MS = 1_000_000;
    /** The forms of a date in HTTP, RFC 9110, 5.6.7. */
    private static final List<DateTimeFormatter> DATES = List.of(
            DateTimeFormatter.RFC_1123_DATE_TIME,
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.US)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US).withZone(ZoneOffset.UTC));

    private final WireRequest request;
    private final Limits limits;
    private final Consumer<? super CallEvent> hook;
    private final Long end;
    private int number;
    private long began;

    Attempts(WireRequest request, Limits limits, Consumer<? super CallEvent> hook) {
        this.request = request;
        this.limits = limits;
        this.hook = hook;
        Duration total = limits.totalTimeout();
        this.end = total == null ? null : System.nanoTime() + total.toNanos();
    }

    /** Begins an attempt, which has to end by the deadline. */
    Deadline begin() {
        number += 1;
        began = System.nanoTime();
        tell(CallEvent.request(request, number));
        long most = limits.timeout().toNanos();
        return new Deadline(began, end == null ? most : Math.min(most, end - began), most);
    }

    /** Notes the head of an answer. */
    void answered(Answer answer) {
        tell(CallEvent.response(request, number, answer, elapsed()));
    }

    /** How many milliseconds to wait for another attempt after this error; empty when there is none. */
    Optional<Long> pauseAfter(SvcException error) {
        if (!(error instanceof ApiException)) {
            tell(CallEvent.failure(request, number, error.code(), elapsed()));
        }
        if (number > limits.maxRetries() || !passes(error)) {
            return Optional.empty();
        }
        double pause = Math.max(backoff(number), retryAfter(error));
        if (pause > LONGEST_RETRY_AFTER_MS) {
            return Optional.empty();
        }
        long milliseconds = (long) Math.ceil(pause);
        if (end != null && System.nanoTime() + milliseconds * NANOS_PER_MS - end > 0) {
            return Optional.empty();
        }
        tell(CallEvent.pause(request, number, milliseconds));
        return Optional.of(milliseconds);
    }

    private long elapsed() {
        return (System.nanoTime() - began) / NANOS_PER_MS;
    }

    private void tell(CallEvent event) {
        if (hook == null) {
            return;
        }
        try {
            hook.accept(event);
        } catch (Exception | AssertionError | LinkageError ignored) {
            // What a log does wrong is none of the call's business.
        }
    }

    /** Whether another attempt may fare better. */
    private static boolean passes(SvcException error) {
        if (error instanceof ConnectionException) {
            return true;
        }
        if (!(error instanceof ApiException)) {
            return false;
        }
        int status = ((ApiException) error).statusCode();
        if (status == 409) {
            return error.code().equals("idempotency_in_progress");
        }
        return status == 408 || status == 429 || status >= 500;
    }

    private static double backoff(int number) {
        double longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * Math.pow(2, number - 1));
        return longest * (1 - ThreadLocalRandom.current().nextDouble() / 2);
    }

    /** The milliseconds in the Retry-After header, in either form. 0 if it is missing or unreadable. */
    private static double retryAfter(SvcException error) {
        String value = error.headers().firstValue("Retry-After").orElse("").trim();
        if (value.matches("[0-9]+")) {
            return Double.parseDouble(value) * 1_000;
        }
        return DATES.stream().mapToDouble(form -> millisUntil(value, form)).max().orElse(0);
    }

    /** 0 for a text that is no date of this form. */
    private static double millisUntil(String date, DateTimeFormatter form) {
        try {
            return Duration.between(Instant.now(), form.parse(date, Instant::from)).toMillis();
        } catch (DateTimeException | ArithmeticException notOne) {
            return 0;
        }
    }
}
