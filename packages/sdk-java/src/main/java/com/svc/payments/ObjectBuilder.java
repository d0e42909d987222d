package com.svc.payments;

import com.svc.payments.internal.Plain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Makes an object of a request. What is never set is not sent.
 *
 * @param <B> the builder's own class
 */
public abstract class ObjectBuilder<B extends ObjectBuilder<B>> {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** One without any value. */
    protected ObjectBuilder() {
    }

    /**
     * One with all that an object has.
     *
     * @param model whose fields to take
     */
    protected ObjectBuilder(Model model) {
        values.putAll(model.toMap());
    }

    /**
     * Sets a field that this version of the library does not know.
     *
     * @param name as in the API
     * @param value a text, number, boolean, list, map or object of the API; null is sent as null in a body, and refused
     *     in a query or a header
     * @return this builder
     */
    public final B putField(String name, Object value) {
        values.put(Objects.requireNonNull(name, "name"), Plain.of(value));
        return self();
    }

    /**
     * Sets a field.
     *
     * @param name as in the API
     * @param value not null
     * @return this builder
     */
    protected final B set(String name, Object value) {
        return putField(name, Objects.requireNonNull(value, name));
    }

    /**
     * Sets a field to null, which in a change removes its value.
     *
     * @param name as in the API
     * @return this builder
     */
    protected final B setNull(String name) {
        return putField(name, null);
    }

    /**
     * What was set.
     *
     * @param required names that must be among it
     * @return the values by their names in the API
     */
    protected final Map<String, Object> fields(String... required) {
        for (String name : required) {
            if (!values.containsKey(name)) {
                throw new IllegalStateException(name + " is missing");
            }
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    private B self() {
        return (B) this;
    }
}
