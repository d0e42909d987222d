package com.svc.payments;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the JDK's client throws in place of an answer. */
final class Failures {
    private static final Pattern NO_CHALLENGE =
            Pattern.compile("(WWW|Proxy)-Authenticate header missing for response code (401|407)");

    private Failures() {
    }

    /** Why no answer came: the JDK says nothing of some of the most common reasons. */
    static String inWords(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof UnresolvedAddressException || each instanceof UnknownHostException) {
                return "the host is not known";
            }
        }
        String message = cause.getMessage();
        if (message != null && !message.isBlank()) {
            return message;
        }
        return cause instanceof ConnectException
                ? "the connection could not be made"
                : cause.getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /**
     * The refusal behind the error that a client with an authenticator makes of a 401 or 407 without a challenge. The JDK
     * keeps the answer to itself, and tells these apart by its message alone.
     */
    static Optional<Answer> unauthenticated(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            Matcher found = NO_CHALLENGE.matcher(String.valueOf(each.getMessage()));
            if (found.find()) {
                HttpHeaders none = HttpHeaders.of(Map.of(), (name, value) -> true);
                return Optional.of(new Answer(Integer.parseInt(found.group(2)), none, new byte[0]));
            }
        }
        return Optional.empty();
    }
}
