package com.svc.payments.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON as plain values: texts, numbers, booleans, null, lists and {@link JsonObject}s, none of which can be changed. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {
    }

    /** The object that a text is; empty when it is no JSON, or JSON of another kind. */
    public static Optional<JsonObject> object(byte[] text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            JsonObject found = object(parser);
            return parser.nextToken() == null ? Optional.of(found) : Optional.empty();
        } catch (IOException notJson) {
            // Of bytes in memory all that can be wrong is what they say.
            return Optional.empty();
        }
    }

    private static JsonObject object(JsonParser parser) throws IOException {
        LinkedHashMap<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return new JsonObject(fields);
    }

    private static List<Object> list(JsonParser parser) throws IOException {
        List<Object> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(value(parser));
        }
        return Collections.unmodifiableList(items);
    }

    private static Object value(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT:
                return object(parser);
            case START_ARRAY:
                return list(parser);
            case VALUE_STRING:
                return parser.getText();
            case VALUE_NUMBER_INT:
                return integer(parser);
            case VALUE_NUMBER_FLOAT:
                return parser.getDecimalValue();
            case VALUE_TRUE:
                return Boolean.TRUE;
            case VALUE_FALSE:
                return Boolean.FALSE;
            default:
                return null;
        }
    }

    private static Object integer(JsonParser parser) throws IOException {
        boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        return fits ? (Object) parser.getLongValue() : parser.getBigIntegerValue();
    }

    /** What goes over the wire. */
    public static byte[] bytes(Object value) {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(target)) {
            write(generator, Plain.of(value));
        } catch (IOException cause) {
            throw new IllegalArgumentException("What is nested too deep cannot be sent as JSON", cause);
        }
        return target.toByteArray();
    }

    /** For people to read: whatever could be read from JSON can be shown, half characters as well. */
    public static String text(Object value) {
        StringWriter target = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(target)) {
            write(generator, Plain.of(value));
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
        return target.toString();
    }

    private static void write(JsonGenerator generator, Object value) throws IOException {
        if (value instanceof Map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                generator.writeFieldName((String) entry.getKey());
                write(generator, entry.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof List) {
            generator.writeStartArray();
            for (Object each : (List<?>) value) {
                write(generator, each);
            }
            generator.writeEndArray();
        } else {
            writeScalar(generator, value);
        }
    }

    private static void writeScalar(JsonGenerator generator, Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof String) {
            generator.writeString((String) value);
        } else if (value instanceof Boolean) {
            generator.writeBoolean((Boolean) value);
        } else if (value instanceof Long) {
            generator.writeNumber((Long) value);
        } else if (value instanceof BigInteger) {
            generator.writeNumber((BigInteger) value);
        } else {
            generator.writeNumber((BigDecimal) value);
        }
    }
}
