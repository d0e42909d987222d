package com.svc.payments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers of the mock server, and clients that get them. */
final class Cases {
    static final Map<String, Object> PAYMENT = Map.of(
            "status", 200, "headers", Map.of("Request-Id", "req_1", "ETag", "\"3\""), "json", Map.of("id", "pay_1"));
    static final Map<String, Object> FILE = Map.of(
            "status", 200, "headers", Map.of("Content-Type", "text/csv; charset=utf-8"), "text", "id\r\npay_1\r\n");
    static final String EVENT =
            "{\"id\":\"evt_1\",\"type\":\"payment.completed\",\"data\":{\"id\":\"pay_1\",\"amount\":{\"value\":7}}}";
    static final Map<String, Object> STREAM = Map.of(
            "status", 200,
            "headers", Map.of("Content-Type", "text/event-stream"),
            "text", "retry: 2000\nid: p0\n\n: alive\n\nid: p1\ndata: " + EVENT + "\n\n: end\n\n");
    static final Map<String, Object> WAITS = Map.of("status", 503, "headers", Map.of("Retry-After", "30"), "text", "");

    private Cases() {
    }

    /** An answer that comes in pieces; a number is a wait in milliseconds, and null leaves it open. */
    static Map<String, Object> pieces(String type, Object... pieces) {
        List<Object> all = new ArrayList<>();
        for (Object piece : pieces) {
            all.add(piece);
        }
        return with(Map.of("status", 200, "headers", Map.of("Content-Type", type)), "pieces", all);
    }

    static Map<String, Object> with(Map<String, Object> answer, String name, Object value) {
        Map<String, Object> other = new LinkedHashMap<>(answer);
        other.put(name, value);
        return other;
    }

    static Svc.Builder client(Mock mock, Object... answers) {
        return Svc.builder().apiKey("sk_test_1").baseUrl(mock.begin(List.of(answers)));
    }
}
