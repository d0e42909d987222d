package com.svc.payments.internal;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Plain values of JSON as what accessors answer. What does not fit is a ClassCastException or an arithmetic one. */
public final class Read {
    private Read() {
    }

    public static String text(Object value) {
        return (String) value;
    }

    public static Boolean flag(Object value) {
        return (Boolean) value;
    }

    /** JSON knows one kind of number: 1.0 is an integer as well. */
    public static Long integer(Object value) {
        return value instanceof Long ? (Long) value : new BigDecimal(((Number) value).toString()).longValueExact();
    }

    public static Double number(Object value) {
        return ((Number) value).doubleValue();
    }

    public static Instant time(Object value) {
        return OffsetDateTime.parse((String) value).toInstant();
    }

    public static Map<String, Object> map(Object value) {
        return (JsonObject) value;
    }

    public static Map<String, String> texts(Object value) {
        Map<String, String> texts = new LinkedHashMap<>();
        map(value).forEach((name, each) -> texts.put(name, (String) each));
        return Collections.unmodifiableMap(texts);
    }

    public static <T> Function<Object, T> value(Function<String, T> of) {
        return value -> of.apply((String) value);
    }

    public static <T> Function<Object, T> object(Function<Map<String, ?>, T> of) {
        return value -> of.apply((JsonObject) value);
    }

    public static <T> Function<Object, List<T>> list(Function<Object, T> item) {
        return value -> ((List<?>) value).stream().map(item).collect(Collectors.toUnmodifiableList());
    }
}
