package com.svc.payments;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Headers as callers hand them in. The JDK writes other signs as question marks, and shows values in its messages. */
final class SentHeaders {
    static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final String IF_MATCH = "If-Match";

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t -~]*");
    private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");
    /** They belong to the connection. */
    private static final Set<String> NOT_THE_CALLERS = Set.of(
            "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade");

    private SentHeaders() {
    }

    static void put(Map<String, String> headers, String name, String value) {
        checkName(Objects.requireNonNull(name, "name"));
        headers.put(name, checked(name, Objects.requireNonNull(value, () -> "The header " + name + " must not be null")));
    }

    private static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("The name of a header has signs that cannot be in one");
        }
        if (NOT_THE_CALLERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("The header " + name + " is set by the client alone");
        }
    }

    /** The value, which no message ever shows. */
    static String checked(String name, String value) {
        if (name.equalsIgnoreCase(IDEMPOTENCY_KEY)) {
            return checkedKey(value);
        }
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "The header " + name + " must be of visible ASCII characters, spaces and tabs");
        }
        if (name.equalsIgnoreCase(IF_MATCH) && value.isBlank()) {
            throw new IllegalArgumentException("ifMatch must not be empty: leave it out to update any version");
        }
        return value;
    }

    static String checkedKey(String key) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("An idempotency key must be 1 to 255 visible ASCII characters");
        }
        return key;
    }
}
