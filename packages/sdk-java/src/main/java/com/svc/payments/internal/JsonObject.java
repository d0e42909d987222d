package com.svc.payments.internal;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A JSON object that nobody can change any more, all that is in it included. */
public final class JsonObject extends AbstractMap<String, Object> {
    private final Map<String, Object> fields;

    JsonObject(LinkedHashMap<String, Object> fields) {
        this.fields = Collections.unmodifiableMap(fields);
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return fields.entrySet();
    }

    @Override
    public Object get(Object name) {
        return fields.get(name);
    }

    @Override
    public boolean containsKey(Object name) {
        return fields.containsKey(name);
    }
}
