package com.svc.payments;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The options of a client, validated and complete. */
final class ClientOptions {
    private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]+");
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
        URI parts;
        try {
            parts = new URI(baseUrl == null ? "" : baseUrl);
        } catch (URISyntaxException cause) {
            throw new IllegalArgumentException("baseUrl must be the address of the service" + EXAMPLE, cause);
        }
        String scheme = String.valueOf(parts.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || parts.getHost() == null) {
            throw new IllegalArgumentException("baseUrl must start with https:// or http://" + EXAMPLE);
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
