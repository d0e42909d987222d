package com.svc.payments;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The options of a client, validated and complete. */
final class ClientOptions {
    private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]+");
    private static final Pattern SCHEME = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);
    private static final int LAST_PORT = 65_535;
    private static final String EXAMPLE = ", such as https://payments.example.com";

    private final String apiKey;
    private final String baseUrl;
    private final Limits limits;
    private final Map<String, String> headers;
    private final Consumer<? super CallEvent> hook;

    ClientOptions(
            String apiKey, String baseUrl, Limits limits, Map<String, String> headers, Consumer<? super CallEvent> hook) {
        // The message never shows the key itself.
        if (apiKey == null || !VISIBLE_ASCII.matcher(apiKey).matches()) {
            throw new IllegalArgumentException("An API key is needed: it starts with sk_test_ or sk_live_");
        }
        this.apiKey = apiKey;
        this.baseUrl = checked(baseUrl);
        this.limits = limits;
        this.headers = Map.copyOf(headers);
        this.hook = hook;
    }

    private static String checked(String baseUrl) {
        if (baseUrl == null || !SCHEME.matcher(baseUrl).lookingAt()) {
            throw new IllegalArgumentException("baseUrl must start with https:// or http://" + EXAMPLE);
        }
        URI parts;
        try {
            parts = new URI(baseUrl);
        } catch (URISyntaxException cause) {
            // The cause shows the whole URL, which may contain a password.
            throw new IllegalArgumentException("baseUrl must be a URL with a valid host and path: " + cause.getReason() + EXAMPLE);
        }
        if (parts.getRawAuthority() == null || parts.getPort() == 0 || parts.getPort() > LAST_PORT) {
            throw new IllegalArgumentException("baseUrl must have a valid host and port" + EXAMPLE);
        }
        if (parts.getHost() == null) {
            // A name such as svc_payments, which other programs accept, or a port that is not a number.
            throw new IllegalArgumentException("baseUrl must have a host name or port that Java's HTTP client accepts. A host"
                    + " name has letters, digits, hyphens and dots but no underscores, and a port is a number" + EXAMPLE);
        }
        if (parts.getRawUserInfo() != null || parts.getRawQuery() != null || parts.getRawFragment() != null) {
            throw new IllegalArgumentException("baseUrl must be without user, query or fragment" + EXAMPLE);
        }
        String trimmed = baseUrl.replaceAll("/+$", "");
        if (trimmed.endsWith("/v1")) {
            throw new IllegalArgumentException("baseUrl must be without /v1, which the library adds" + EXAMPLE);
        }
        return trimmed;
    }

    String apiKey() {
        return apiKey;
    }

    String baseUrl() {
        return baseUrl;
    }

    Limits limits() {
        return limits;
    }

    Map<String, String> headers() {
        return headers;
    }

    /** Null for none. */
    Consumer<? super CallEvent> hook() {
        return hook;
    }
}
