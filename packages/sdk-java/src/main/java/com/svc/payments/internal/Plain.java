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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What callers hand in, as plain values of JSON that nobody can change any more. */
public final class Plain {
    private static final int MILLISECOND = 1_000_000;
    private static final int LONG_BITS = 63;
    /** As deep as JSON that comes is read. */
    private static final int DEEPEST = 1_000;
    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private Plain() {
    }

    /** Numbers become a Long, a BigInteger or a BigDecimal, all exact. */
    public static Object of(Object value) {
        return of(value, 1);
    }

    private static Object of(Object value, int depth) {
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
            return object((Map<?, ?>) value, depth);
        } else if (value instanceof Collection) {
            return list((Collection<?>) value, depth);
        }
        throw new IllegalArgumentException("A " + value.getClass().getName() + " cannot be sent as JSON");
    }

    public static JsonObject object(Map<?, ?> map) {
        return object(map, 1);
    }

    private static JsonObject object(Map<?, ?> map, int depth) {
        if (map instanceof JsonObject) {
            return (JsonObject) map;
        }
        checkDepth(depth);
        LinkedHashMap<String, Object> fields = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            if (!(name instanceof String)) {
                throw new IllegalArgumentException("The names of a JSON object are texts");
            }
            fields.put((String) name, of(value, depth + 1));
        });
        return new JsonObject(fields);
    }

    private static List<Object> list(Collection<?> items, int depth) {
        checkDepth(depth);
        List<Object> found = new ArrayList<>(items.size());
        items.forEach(each -> found.add(of(each, depth + 1)));
        return Collections.unmodifiableList(found);
    }

    private static void checkDepth(int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException(
                    "What is nested deeper than " + DEEPEST + ", or contains itself, cannot be sent as JSON");
        }
    }

    private static Object number(Number number) {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte
                || number instanceof AtomicLong || number instanceof AtomicInteger) {
            return number.longValue();
        } else if (number instanceof BigInteger) {
            return ((BigInteger) number).bitLength() <= LONG_BITS ? (Object) number.longValue() : number;
        } else if (number instanceof BigDecimal) {
            return number;
        } else if (number instanceof Double || number instanceof Float) {
            return decimal(number);
        }
        throw new IllegalArgumentException("A " + number.getClass().getName() + " cannot be sent as JSON exactly");
    }

    /** By way of its text, since 0.1f is not 0.1 to a double. */
    private static BigDecimal decimal(Number number) {
        if (!Double.isFinite(number.doubleValue())) {
            throw new IllegalArgumentException(number + " cannot be sent as JSON");
        }
        return new BigDecimal(number.toString());
    }

    /** As the service writes times, unless digits would be lost. */
    private static String time(Instant time) {
        return time.getNano() % MILLISECOND == 0 ? MILLISECONDS.format(time) : time.toString();
    }
}
