package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.svc.payments.internal.Json;
import com.svc.payments.internal.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the vectors say, and how what has happened is held against it. */
final class Vectors {
    private Vectors() {
    }

    static JsonObject read(String name) throws IOException {
        String text = Files.readString(Program.VECTORS.resolve(name));
        return Json.object(("{\"all\":" + text + "}").getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    /** The letters and digits of a text. Languages write names differently. */
    static String letters(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> cases(Object list) {
        return (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Map<String, Object> owner, String name) {
        return (Map<String, Object>) owner.getOrDefault(name, Map.of());
    }

    /** A field that this runner does not look at would be a case that is not tried. */
    static void requireKnown(Map<String, Object> owner, String... names) {
        Set<String> unknown = new HashSet<>(owner.keySet());
        unknown.removeAll(Set.of(names));
        assertEquals(Set.of(), unknown, "fields that the runner does not know");
    }

    /** Whether all that is expected is there, whatever else is. */
    static boolean contains(Object found, Object expected) {
        if (!(expected instanceof Map)) {
            return Objects.equals(found, expected);
        }
        return found instanceof Map && ((Map<?, ?>) expected).entrySet().stream().allMatch(
                each -> ((Map<?, ?>) found).containsKey(each.getKey())
                        && contains(((Map<?, ?>) found).get(each.getKey()), each.getValue()));
    }

    static void checkRequests(Map<String, Object> given, List<Map<String, Object>> noted) {
        List<Map<String, Object>> expected = cases(given.get("requests"));
        assertEquals(expected.size(), noted.size(), "requests");
        for (int index = 0; index < noted.size(); index += 1) {
            checkRequest(expected.get(index), noted.get(index));
        }
        if (Boolean.TRUE.equals(given.get("sameIdempotencyKey"))) {
            assertEquals(1, noted.stream().map(each -> header(each, "idempotency-key")).distinct().count());
        }
        List<?> pauses = (List<?>) given.getOrDefault("pausesMs", List.of());
        for (int index = 0; index < pauses.size(); index += 1) {
            List<?> bounds = (List<?>) pauses.get(index);
            double pause = number(noted.get(index + 1).get("at")) - number(noted.get(index).get("at"));
            assertTrue(number(bounds.get(0)) <= pause && pause <= number(bounds.get(1)), "pause of " + pause + " ms");
        }
    }

    private static void checkRequest(Map<String, Object> expected, Map<String, Object> noted) {
        requireKnown(expected, "method", "path", "query", "body", "headers", "withoutHeaders");
        for (String name : List.of("method", "path", "body")) {
            if (expected.containsKey(name)) {
                assertEquals(expected.get(name), noted.get(name), name);
            }
        }
        if (expected.containsKey("query")) {
            assertEquals(sorted(expected.get("query")), sorted(noted.get("query")));
        }
        object(expected, "headers").forEach((name, pattern) -> assertTrue(
                Pattern.compile((String) pattern).matcher(header(noted, name)).find(), name + ": " + header(noted, name)));
        for (Object name : (List<?>) expected.getOrDefault("withoutHeaders", List.of())) {
            assertFalse(object(noted, "headers").containsKey(name), "header " + name);
        }
    }

    static void checkError(Map<String, Object> expected, SvcException error) {
        requireKnown(expected, "type", "code", "status", "requestId", "fieldErrors");
        String name = ((String) expected.get("type")).replaceFirst("Error$", "");
        // The languages have names of their own for these two.
        String type = name.equals("Timeout") ? "RequestTimeout" : name;
        assertEquals(type + "Exception", error.getClass().getSimpleName());
        Map<String, Object> told = new HashMap<>();
        told.put("code", error.code());
        told.put("status", error.status().isPresent() ? (Object) (long) error.status().getAsInt() : null);
        told.put("requestId", error.requestId().orElse(null));
        told.put("fieldErrors", error.fieldErrors().stream().map(Model::toMap).collect(Collectors.toList()));
        expected.forEach((field, value) -> {
            if (!field.equals("type")) {
                assertEquals(value, told.get(field), field);
            }
        });
    }

    /** The events that the hook must have received, compared by the named fields. */
    static void checkEvents(List<Map<String, Object>> expected, List<CallEvent> told, String base) {
        assertEquals(expected.size(), told.size(), () -> "events: " + told);
        for (int index = 0; index < told.size(); index += 1) {
            CallEvent event = told.get(index);
            Map<String, Object> fields = new HashMap<>();
            fields.put("kind", event.kind().toString());
            fields.put("method", event.method());
            fields.put("url", event.url().replace(base, ""));
            fields.put("attempt", (long) event.attempt());
            event.status().ifPresent(status -> fields.put("status", (long) status));
            event.requestId().ifPresent(id -> fields.put("requestId", id));
            event.code().ifPresent(code -> fields.put("code", code));
            event.milliseconds().ifPresent(milliseconds -> fields.put("milliseconds", milliseconds));
            assertTrue(contains(fields, expected.get(index)), expected.get(index) + " but was " + fields);
        }
    }

    static void checkWaits(List<?> bounds, List<CallEvent> told) {
        List<Long> waits = told.stream()
                .filter(event -> event.kind() == CallEvent.Kind.WAIT)
                .map(event -> event.milliseconds().orElseThrow())
                .collect(Collectors.toList());
        assertEquals(bounds.size(), waits.size(), () -> "waits: " + waits);
        for (int index = 0; index < waits.size(); index += 1) {
            List<?> range = (List<?>) bounds.get(index);
            long wait = waits.get(index);
            assertTrue(number(range.get(0)) <= wait && wait <= number(range.get(1)), "wait of " + wait + " ms");
        }
    }

    private static String header(Map<String, Object> noted, String name) {
        return (String) object(noted, "headers").getOrDefault(name, "");
    }

    private static List<String> sorted(Object pairs) {
        return ((List<?>) pairs).stream().map(String::valueOf).sorted().collect(Collectors.toList());
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
