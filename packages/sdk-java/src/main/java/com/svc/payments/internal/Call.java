package com.svc.payments.internal;

import com.svc.payments.Model;
import com.svc.payments.RequestOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** An operation with all that its caller has said. */
public final class Call {
    private final Operation operation;
    private final Map<String, String> ids;
    private final Map<String, ?> params;
    private final RequestOptions options;

    Call(Operation operation, Map<String, String> ids, Map<String, ?> params, RequestOptions options) {
        this.operation = operation;
        this.ids = ids;
        this.params = params;
        this.options = options;
    }

    public Call id(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(ids);
        more.put(name, value);
        return new Call(operation, more, params, options);
    }

    public Call with(Model given) {
        return new Call(operation, ids, Objects.requireNonNull(given, "params").toMap(), options);
    }

    /**
     * The same call for another page. {@code after} says where the first page begins. The service refuses it together
     * with a cursor.
     */
    public Call withCursor(String cursor) {
        Map<String, Object> other = new LinkedHashMap<>(params);
        other.remove("after");
        other.put("cursor", cursor);
        return new Call(operation, ids, other, options);
    }

    public Operation operation() {
        return operation;
    }

    public Map<String, String> ids() {
        return ids;
    }

    public Map<String, ?> params() {
        return params;
    }

    public RequestOptions options() {
        return options;
    }
}
