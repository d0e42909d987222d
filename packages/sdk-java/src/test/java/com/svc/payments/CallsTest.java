package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** All calls of the vectors. They wait a good deal: they are played at once and judged one by one. */
final class CallsTest {
    private static final int AT_ONCE = 12;

    private Mock mock;
    private ExecutorService players;

    @BeforeAll
    void start() throws IOException {
        mock = new Mock();
        players = Executors.newFixedThreadPool(AT_ONCE);
    }

    @AfterAll
    void stop() throws IOException {
        players.shutdownNow();
        mock.close();
    }

    @TestFactory
    Stream<DynamicTest> calls() throws IOException {
        Map<Map<String, Object>, Future<Outcome>> played = new LinkedHashMap<>();
        for (Map<String, Object> given : Vectors.cases(Vectors.read("calls.json").get("all"))) {
            played.put(given, players.submit(() -> play(given)));
        }
        return played.entrySet().stream().map(each -> DynamicTest.dynamicTest(
                (String) each.getKey().get("name"), () -> judge(each.getKey(), each.getValue())));
    }

    private Outcome play(Map<String, Object> given) {
        Vectors.requireKnown(
                given, "name", "client", "call", "answers", "requests", "sameIdempotencyKey", "pausesMs", "waitsMs", "result", "error",
                "ids", "events", "lastEventId", "refused", "message");
        Outcome outcome = new Outcome(mock.begin((List<?>) given.get("answers")));
        try {
            outcome.take(client(given, outcome), Vectors.object(given, "call"));
        } catch (SvcException error) {
            outcome.error = error;
        } catch (IllegalArgumentException | NullPointerException refusal) {
            outcome.refusal = refusal;
        }
        outcome.requests = mock.noted(outcome.base);
        return outcome;
    }

    private static Svc client(Map<String, Object> given, Outcome outcome) {
        Svc.Builder builder = Svc.builder().apiKey("sk_test_1").baseUrl(outcome.base).onEvent(outcome.told::add);
        Vectors.object(given, "client").forEach((name, value) -> {
            long number = (Long) value;
            switch (name) {
                case "timeoutMs":
                    builder.timeout(Duration.ofMillis(number));
                    break;
                case "totalTimeoutMs":
                    builder.totalTimeout(Duration.ofMillis(number));
                    break;
                case "maxRetries":
                    builder.maxRetries((int) number);
                    break;
                default:
                    throw new AssertionError("an option that the runner does not know: " + name);
            }
        });
        return builder.build();
    }

    private static void judge(Map<String, Object> given, Future<Outcome> played) throws InterruptedException {
        Outcome outcome;
        try {
            outcome = played.get();
        } catch (ExecutionException failure) {
            throw new AssertionError(failure.getCause());
        }
        if (outcome.refusal != null && !given.containsKey("refused")) {
            throw outcome.refusal;
        }
        assertEquals(given.containsKey("refused"), outcome.refusal != null, "refused");
        if (given.containsKey("refused")) {
            String message = String.valueOf(outcome.refusal.getMessage());
            assertTrue(Vectors.letters(message).contains(Vectors.letters((String) given.get("refused"))), message);
        }
        if (given.containsKey("error")) {
            assertNotNull(outcome.error, "an error was expected");
            Vectors.checkError(Vectors.object(given, "error"), outcome.error);
            Vectors.object(given, "message").forEach((what, text) ->
                    assertEquals(what.equals("has"), outcome.error.getMessage().contains((String) text), outcome.error.getMessage()));
            Object key = Vectors.object(outcome.requests.get(0), "headers").get("idempotency-key");
            assertEquals(key, outcome.error.idempotencyKey().orElse(null));
        } else if (outcome.error != null) {
            throw outcome.error;
        }
        Vectors.checkRequests(given, outcome.requests);
        if (given.containsKey("ids")) {
            assertEquals(given.get("ids"), outcome.ids);
        }
        if (given.containsKey("lastEventId")) {
            assertEquals(given.get("lastEventId"), outcome.lastEventId);
        }
        if (given.containsKey("waitsMs")) {
            Vectors.checkWaits((List<?>) given.get("waitsMs"), outcome.told);
        }
        if (given.containsKey("events")) {
            Vectors.checkEvents(Vectors.cases(given.get("events")), outcome.told, outcome.base);
        }
        if (given.containsKey("result") && given.get("result") == null) {
            assertNull(outcome.result);
        } else if (given.containsKey("result")) {
            assertTrue(Vectors.contains(outcome.result, given.get("result")), () -> "result: " + outcome.result);
        }
    }

    private static final class Outcome {
        private final String base;
        private final List<CallEvent> told = Collections.synchronizedList(new ArrayList<>());
        private List<Map<String, Object>> requests;
        private List<String> ids = new ArrayList<>();
        private String lastEventId;
        private Object result;
        private SvcException error;
        private RuntimeException refusal;

        private Outcome(String base) {
            this.base = base;
        }

        private void take(Svc svc, Map<String, Object> call) {
            Vectors.requireKnown(call, "operation", "ids", "query", "body", "options", "all", "take", "download");
            Map<String, Object> given = new LinkedHashMap<>(Vectors.object(call, "body"));
            given.putAll(Vectors.object(call, "query"));
            RequestOptions.Builder options = RequestOptions.builder();
            Vectors.object(call, "options").forEach((name, value) -> option(name, value, options, given));
            List<?> path = (List<?>) call.getOrDefault("ids", List.of());
            Object answer = Methods.call(svc, (String) call.get("operation"), path, given, options.build());
            if (answer instanceof EventStream) {
                follow((EventStream) answer, (Long) call.getOrDefault("take", Long.MAX_VALUE));
            } else if (Boolean.TRUE.equals(call.get("all"))) {
                ((Page<?>) answer).forEach(each -> ids.add((String) ((Model) each).field("id").orElseThrow()));
            } else if (answer instanceof FileDownload) {
                result = new String(((FileDownload) answer).readAllBytes(), StandardCharsets.UTF_8);
            } else {
                result = answer == null ? null : ((Model) answer).toMap();
            }
        }

        private void follow(EventStream answer, long most) {
            try (EventStream stream = answer) {
                stream.stream().limit(most).forEach(each -> ids.add(each.event().id()));
            } finally {
                lastEventId = answer.lastEventId().orElse(null);
            }
        }

        /** Of the options of a call some are Java's own; the others belong to the operation. */
        @SuppressWarnings("unchecked")
        private static void option(
                String name, Object value, RequestOptions.Builder options, Map<String, Object> given) {
            switch (name) {
                case "idempotencyKey":
                    options.idempotencyKey((String) value);
                    break;
                case "maxRetries":
                    options.maxRetries(((Long) value).intValue());
                    break;
                case "timeoutMs":
                    options.timeout(Duration.ofMillis((Long) value));
                    break;
                case "totalTimeoutMs":
                    options.totalTimeout(Duration.ofMillis((Long) value));
                    break;
                case "headers":
                    options.headers((Map<String, String>) value);
                    break;
                default:
                    given.put(name, value);
            }
        }
    }
}
