package com.svc.payments.internal;

import com.svc.payments.Model;
import com.svc.payments.OpenEnum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What callers hand in, as plain values of JSON that nobody can change any more. */
public final class Plain {
    private static final int MILLISECOND = 1_000_000;
    private static final int LONG_BITS = 63;
    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private Plain() {
    }

    public static Object of(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof JsonObject) {
            return value;
        } else if (value instanceof Number) {
            return number((Number) value);
        } else if (value instanceof Model) {
            return ((Model) value).toMap();
        } else if (value instanceof OpenEnum) {
            return ((OpenEnum) value).value();
        } else if (value instanceof Instant) {
            return time((Instant) value);
        } else if (value instanceof Map) {
            return object((Map<?, ?>) value);
        } else if (value instanceof Collection) {
            return list((Collection<?>) value);
        }
        throw new IllegalArgumentException("A " + value.getClass().getName() + " cannot be sent as JSON");
    }

    public static JsonObject object(Map<?, ?> map) {
        if (map instanceof JsonObject) {
            return (JsonObject) map;
        }
        LinkedHashMap<String, Object> fields = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            if (!(name instanceof String)) {
                throw new IllegalArgumentException("The names of a JSON object are texts, not " + name);
            }
            fields.put((String) name, of(value));
        });
        return new JsonObject(fields);
    }

    private static List<Object> list(Collection<?> items) {
        List<Object> found = new ArrayList<>(items.size());
        items.forEach(each -> found.add(of(each)));
        return Collections.unmodifiableList(found);
    }

    private static Object number(Number number) {
        if (number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return number.longValue();
        } else if (number instanceof BigInteger) {
            return ((BigInteger) number).bitLength() <= LONG_BITS ? (Object) number.longValue() : number;
        } else if (number instanceof Long || number instanceof BigDecimal) {
            return number;
        }
        // By way of its text, since 0.1f is not 0.1 to a double.
        double value = Double.parseDouble(number.toString());
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(number + " cannot be sent as JSON");
        }
        return value;
    }

    /** As the service writes times, unless digits would be lost. */
    private static String time(Instant time) {
        return time.getNano() % MILLISECOND == 0 ? MILLISECONDS.format(time) : time.toString();
    }
}
