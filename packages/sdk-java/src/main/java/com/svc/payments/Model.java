package com.svc.payments;

import com.svc.payments.internal.Json;
import com.svc.payments.internal.JsonObject;
import com.svc.payments.internal.Plain;
import java.time.DateTimeException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An object of the API. It is immutable and keeps every received field, including those that this version of the
 * library does not know.
 *
 * <p>Its accessors check a field when you read it. A missing required field throws a
 * {@link NoSuchElementException}, and a field of the wrong type an {@link IllegalStateException}. All other fields
 * can still be read.
 */
public abstract class Model {
    private final JsonObject fields;
    private final Set<String> secrets;

    /**
     * One made of its fields.
     *
     * @param fields by the names of the API
     * @param secrets names of fields that {@link #toString()} does not show, at any depth
     */
    protected Model(Map<String, ?> fields, String... secrets) {
        this.fields = Plain.object(fields);
        this.secrets = Set.of(secrets);
    }

    /**
     * The value of a field that is always there.
     *
     * @param <T> its type
     * @param name of the field
     * @param read makes it of plain JSON
     * @return never null
     */
    protected final <T> T required(String name, Function<Object, T> read) {
        return optional(name, read).orElseThrow(
                () -> new NoSuchElementException(getClass().getSimpleName() + " came without " + name));
    }

    /**
     * The value of a field that may be null or left out.
     *
     * @param <T> its type
     * @param name of the field
     * @param read makes it of plain JSON
     * @return empty when there is none
     */
    protected final <T> Optional<T> optional(String name, Function<Object, T> read) {
        Object value = fields.get(name);
        try {
            return value == null ? Optional.empty() : Optional.of(read.apply(value));
        } catch (ClassCastException | ArithmeticException | DateTimeException cause) {
            throw new IllegalStateException(
                    getClass().getSimpleName() + " came with a " + name + " that cannot be read", cause);
        }
    }

    /**
     * A field by its name in the API, including unknown fields.
     *
     * @param name as in the JSON
     * @return a text, boolean, list, map or number, exact as a Long, BigInteger or BigDecimal; empty when it is null or not there
     */
    public final Optional<Object> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /**
     * All fields by their names in the API, as plain values: texts, booleans, null, lists, maps and
     * numbers, which are exact as Long, BigInteger or BigDecimal.
     *
     * @return a map that cannot be changed
     */
    public final Map<String, Object> toMap() {
        return fields;
    }

    @Override
    public final boolean equals(Object other) {
        return other != null && getClass() == other.getClass() && fields.equals(((Model) other).fields);
    }

    @Override
    public final int hashCode() {
        return fields.hashCode();
    }

    /** The object as JSON behind the name of its class, without secrets: for logs, not for machines. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + Json.text(secrets.isEmpty() ? fields : shown(fields));
    }

    private Object shown(Object value) {
        if (value instanceof List) {
            return ((List<?>) value).stream().map(this::shown).collect(Collectors.toList());
        }
        if (!(value instanceof Map)) {
            return value;
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((name, each) ->
                shown.put((String) name, each != null && secrets.contains(name) ? "***" : shown(each)));
        return shown;
    }
}
