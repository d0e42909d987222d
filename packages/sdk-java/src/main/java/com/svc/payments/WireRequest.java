package com.svc.payments;

import com.svc.payments.internal.Call;
import com.svc.payments.internal.Json;
import com.svc.payments.internal.Operation;
import com.svc.payments.internal.Plain;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request as it goes over the wire, the same on every attempt. */
final class WireRequest {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");
    private static final String UNRESERVED = "-._~";

    private final String method;
    private final String address;
    private final String query;
    private final Map<String, String> headers;
    private final byte[] body;

    WireRequest(ClientOptions client, Call call, String accept) {
        Operation operation = call.operation();
        Map<String, Object> content = new LinkedHashMap<>();
        Map<String, String> named = new LinkedHashMap<>();
        StringJoiner pairs = new StringJoiner("&", "?", "").setEmptyValue("");
        call.params().forEach((name, value) -> {
            if (operation.isQuery(name)) {
                addPairs(pairs, name, Plain.of(value));
            } else if (operation.isHeader(name)) {
                named.put(name, SentHeaders.checked(name, String.valueOf(present(name, value))));
            } else {
                content.put(name, value);
            }
        });
        method = operation.method();
        address = client.baseUrl() + path(call);
        query = pairs.toString();
        body = content.isEmpty() && !operation.isBodyRequired() ? null : Json.bytes(content);
        headers = headers(client, call, accept, named);
    }

    private static String path(Call call) {
        Matcher found = PLACEHOLDER.matcher(call.operation().path());
        return found.replaceAll(name -> Matcher.quoteReplacement(segment(name.group(1), call.ids().get(name.group(1)))));
    }

    /** One segment of the path, whatever is in it. Nothing and dots would name another resource. */
    private static String segment(String name, String value) {
        if (value == null || value.isEmpty() || value.equals(".") || value.equals("..")) {
            throw new IllegalArgumentException(name + " must be an id, not " + (value == null ? "null" : '"' + value + '"'));
        }
        return encoded(value);
    }

    private static void addPairs(StringJoiner pairs, String name, Object value) {
        if (value instanceof Map) {
            if (((Map<?, ?>) value).isEmpty()) {
                throw new IllegalArgumentException(name + " must not be empty: leave it out instead");
            }
            ((Map<?, ?>) value).forEach((key, inner) -> addPairs(pairs, name + "[" + key + "]", inner));
        } else {
            pairs.add(encoded(name) + "=" + encoded(present(name, value).toString()));
        }
    }

    /** A filter that is null would be no filter, and nobody would notice. */
    private static Object present(String name, Object value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " must not be null: leave it out instead");
        }
        return value;
    }

    private static String encoded(String text) {
        StringBuilder target = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char sign = (char) (each & 0xFF);
            boolean plain = sign < 128 && (Character.isLetterOrDigit(sign) || UNRESERVED.indexOf(sign) >= 0);
            target.append(plain ? String.valueOf(sign) : String.format("%%%02X", (int) sign));
        }
        return target.toString();
    }

    private Map<String, String> headers(
            ClientOptions client, Call call, String accept, Map<String, String> named) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put("Accept", accept);
        all.put("Authorization", "Bearer " + client.apiKey());
        all.put("User-Agent", "svc-java/" + Version.NUMBER);
        if (body != null) {
            all.put("Content-Type", "application/json");
        }
        String key = call.options().idempotencyKey();
        if (call.operation().isIdempotent()) {
            all.put(SentHeaders.IDEMPOTENCY_KEY, UUID.randomUUID().toString());
        } else if (key != null) {
            throw new IllegalArgumentException("This call takes no idempotency key: it has no effect that could double");
        }
        all.putAll(client.headers());
        all.putAll(named);
        if (key != null) {
            all.put(SentHeaders.IDEMPOTENCY_KEY, key);
        }
        all.putAll(call.options().headers());
        return all;
    }

    String method() {
        return method;
    }

    /** The URL without its query. */
    String address() {
        return address;
    }

    URI uri() {
        return URI.create(address + query);
    }

    Map<String, String> headers() {
        return headers;
    }

    /** Null for none. */
    String idempotencyKey() {
        return headers.get(SentHeaders.IDEMPOTENCY_KEY);
    }

    /** Null for none. */
    byte[] body() {
        return body;
    }
}
