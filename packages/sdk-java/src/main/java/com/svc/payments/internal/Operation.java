package com.svc.payments.internal;

import com.svc.payments.RequestOptions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** An operation of the contract. */
public final class Operation {
    private final String method;
    private final String path;
    private final boolean idempotent;
    private final boolean bodyRequired;
    private final Set<String> query;
    private final Set<String> headers;

    private Operation(
            String method, String path, boolean idempotent, boolean bodyRequired, Set<String> query, Set<String> headers) {
        this.method = method;
        this.path = path;
        this.idempotent = idempotent;
        this.bodyRequired = bodyRequired;
        this.query = query;
        this.headers = headers;
    }

    public static Operation of(String method, String path) {
        return new Operation(method, path, false, false, Set.of(), Set.of());
    }

    /** It takes an Idempotency-Key. */
    public Operation idempotent() {
        return new Operation(method, path, true, bodyRequired, query, headers);
    }

    public Operation bodyRequired() {
        return new Operation(method, path, idempotent, true, query, headers);
    }

    public Operation query(String... names) {
        return new Operation(method, path, idempotent, bodyRequired, Set.of(names), headers);
    }

    public Operation headers(String... names) {
        return new Operation(method, path, idempotent, bodyRequired, query, Set.of(names));
    }

    public Call call(RequestOptions options) {
        return new Call(this, Map.of(), Map.of(), Objects.requireNonNull(options, "options"));
    }

    public String method() {
        return method;
    }

    public String path() {
        return path;
    }

    public boolean isIdempotent() {
        return idempotent;
    }

    public boolean isBodyRequired() {
        return bodyRequired;
    }

    public boolean isHeader(String name) {
        return headers.contains(name);
    }

    /** What the contract does not name goes where it most likely belongs. */
    public boolean isQuery(String name) {
        return query.contains(name) || (!headers.contains(name) && (method.equals("GET") || method.equals("DELETE")));
    }
}
