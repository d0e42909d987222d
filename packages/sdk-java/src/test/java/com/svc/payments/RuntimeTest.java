package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.svc.payments.models.Amount;
import com.svc.payments.models.Payment;
import com.svc.payments.params.CreatePaymentParams;
import com.svc.payments.params.ListCustomersParams;
import com.svc.payments.params.UpdateCustomerParams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the vectors do not show: raw answers, hooks, headers, threads, the options of a client. */
final class RuntimeTest {
    private static final Map<String, Object> LAST_PAGE =
            Map.of("status", 200, "text", "{\"data\":[],\"hasMore\":false,\"nextCursor\":null}");

    private Mock mock;

    @BeforeAll
    void start() throws IOException {
        mock = new Mock();
    }

    @AfterAll
    void stop() throws IOException {
        mock.close();
    }

    @Test
    void aRawAnswerHasStatusAndHeaders() {
        RawResponse<Payment> answer =
                Cases.client(mock, Cases.PAYMENT).build().payments().withRawResponse().retrieve("pay_1");
        assertEquals("pay_1", answer.value().id());
        assertEquals(200, answer.status());
        assertEquals("\"3\"", answer.headers().firstValue("etag").orElseThrow());
        assertEquals("req_1", answer.requestId().orElseThrow());
        assertEquals("{\"id\":\"pay_1\"}", new String(answer.content(), StandardCharsets.UTF_8));
    }

    @Test
    void theHookIsToldNoSecrets() {
        List<CallEvent> told = new ArrayList<>();
        Svc svc = Cases.client(mock, LAST_PAGE).onEvent(told::add).header("X-Token", "hush").build();
        svc.customers().list(ListCustomersParams.builder().email("ada@example.com").build());
        assertEquals(2, told.size());
        for (String secret : List.of("sk_test_1", "hush", "ada")) {
            assertFalse((told + svc.toString()).contains(secret), secret);
        }
    }

    @Test
    void aHookThatThrowsDoesNotEndTheCall() {
        List<CallEvent.Kind> told = new ArrayList<>();
        Svc svc = Cases.client(mock, Cases.PAYMENT).onEvent(event -> {
            told.add(event.kind());
            throw new IllegalStateException("the log is full");
        }).build();
        assertEquals("pay_1", svc.payments().retrieve("pay_1").id());
        assertEquals(List.of(CallEvent.Kind.REQUEST, CallEvent.Kind.RESPONSE), told);
    }

    @Test
    void headersOfACallStandOverThoseOfTheClient() {
        String base = mock.begin(List.of(Cases.PAYMENT));
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl(base).header("X-A", "1").header("X-B", "1").build();
        svc.payments().retrieve("pay_1", RequestOptions.builder().header("x-b", "2").build());
        Map<String, Object> headers = Vectors.object(mock.noted(base).get(0), "headers");
        assertEquals("1", headers.get("x-a"));
        assertEquals("2", headers.get("x-b"));
    }

    @Test
    void aChangeSaysWhatIsRemovedAndWhatStays() {
        String base = mock.begin(List.of(Cases.PAYMENT));
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl(base).build();
        svc.customers().update(
                "cust_1", UpdateCustomerParams.builder().firstName("Ada").removePhone().ifMatch("\"3\"").build());
        Map<String, Object> sent = Vectors.object(mock.noted(base).get(0), "body");
        assertEquals("{firstName=Ada, phone=null}", sent.toString());
    }

    @Test
    void aFieldThatTheLibraryDoesNotKnowCanBeSent() {
        String base = mock.begin(List.of(Cases.PAYMENT, LAST_PAGE));
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl(base).build();
        svc.customers().update("cust_1", UpdateCustomerParams.builder().putField("nickname", "A").build());
        svc.customers().list(ListCustomersParams.builder().putField("sort", "name").build());
        assertEquals(Map.of("nickname", "A"), mock.noted(base).get(0).get("body"));
        assertEquals(List.of(List.of("sort", "name")), mock.noted(base).get(1).get("query"));
    }

    @Test
    void aPageThatGoesOnWithAnEmptyCursorIsRefused() {
        String base = mock.begin(List.of(
                Map.of("status", 200, "text", "{\"data\":[],\"hasMore\":true,\"nextCursor\":\"\"}"), LAST_PAGE));
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl(base).build();
        String message =
                assertThrows(InvalidResponseException.class, () -> svc.payments().list()).getMessage();
        assertTrue(message.contains("no nextCursor"), message);
        assertEquals(1, mock.noted(base).size());
    }

    @Test
    void manyThreadsShareAClient() throws Exception {
        int calls = 200;
        Svc svc = Cases.client(mock, Collections.nCopies(calls, Cases.PAYMENT).toArray()).build();
        ExecutorService threads = Executors.newFixedThreadPool(32);
        try {
            Callable<String> call = () -> svc.payments().retrieve("pay_1").id();
            for (Future<String> each : threads.invokeAll(Collections.nCopies(calls, call))) {
                assertEquals("pay_1", each.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aClientOfOnesOwnMayHaveAProxy() {
        URI address = URI.create(mock.begin(List.of(Cases.PAYMENT)));
        HttpClient http = HttpClient.newBuilder()
                .proxy(ProxySelector.of(new InetSocketAddress(address.getHost(), address.getPort())))
                .build();
        Svc svc = Svc.builder()
                .apiKey("sk_test_1")
                .baseUrl("http://payments.invalid" + address.getPath())
                .httpClient(http)
                .build();
        assertEquals("pay_1", svc.payments().retrieve("pay_1").id());
    }

    @Test
    void aClientThatWouldFollowRedirectsIsRefused() {
        HttpClient http = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
        assertThrows(IllegalArgumentException.class, () -> Svc.builder().httpClient(http));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", ".", ".."})
    void anIdThatWouldNameSomethingElseIsRefused(String id) {
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl("http://svc.test").build();
        RuntimeException refusal =
                assertThrows(IllegalArgumentException.class, () -> svc.payments().retrieve(id));
        assertTrue(refusal.getMessage().contains("paymentId"));
    }

    @TestFactory
    Stream<DynamicTest> anAddressThatCannotBeOneIsRefusedWithTheReason() throws IOException {
        return Vectors.cases(Vectors.read("base-urls.json").get("all")).stream().map(each -> DynamicTest.dynamicTest(
                "<" + each.get("baseUrl") + ">", () -> {
                    Svc.Builder builder = Svc.builder().apiKey("sk_test_1").baseUrl((String) each.get("baseUrl"));
                    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, builder::build);
                    String message = refusal.getMessage();
                    assertTrue(message.startsWith("baseUrl ") && message.contains((String) each.get("refused")), message);
                    assertFalse(message.contains("hush") || refusal.getCause() != null, message);
                }));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"http://a b", "http://user:hush@a b"})
    void anAddressThatIsNoUrlIsRefusedAndNotShown(String address) {
        Svc.Builder builder = Svc.builder().apiKey("sk_test_1").baseUrl(address);
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, builder::build);
        assertTrue(refusal.getMessage().startsWith("baseUrl must "));
        assertFalse(refusal.getMessage().contains("hush") || refusal.getCause() != null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTPS://SVC.test:443/", "http://[::1]:3000", "http://svc.test:65535/a/@b//"})
    void anAddressMayHaveAPortAndAPath(String address) {
        assertNotNull(Svc.builder().apiKey("sk_test_1").baseUrl(address).build());
    }

    @Test
    void aHostNameOrPortThatJavaCannotReadIsNamedAsTheReason() {
        for (String address : List.of("http://svc_payments:3000", "https://svc_payments.test/pay", "http://user:hush@svc_payments",
                "http://svc:abc")) {
            Svc.Builder builder = Svc.builder().apiKey("sk_test_1").baseUrl(address);
            String message = assertThrows(IllegalArgumentException.class, builder::build).getMessage();
            assertTrue(message.contains("host name or port") && !message.contains("hush"), message);
        }
    }

    @Test
    void aFilterIsNeverNull() {
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl("http://svc.test").build();
        ListCustomersParams params = ListCustomersParams.builder().putField("sort", null).build();
        String message =
                assertThrows(IllegalArgumentException.class, () -> svc.customers().list(params)).getMessage();
        assertTrue(message.contains("sort must not be null"), message);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "sk test", "sk_t\u00e4st", "sk_\r\nX: y"})
    void aKeyThatCannotBeOneIsRefusedAndNotShown(String key) {
        Svc.Builder builder = Svc.builder().apiKey(key).baseUrl("http://svc.test");
        String message = assertThrows(IllegalArgumentException.class, builder::build).getMessage();
        assertTrue(message.contains("API key") && (key == null || key.isEmpty() || !message.contains(key)));
    }

    @Test
    void anIdempotencyKeyWhereNothingIsDoneIsRefused() {
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl("http://svc.test").build();
        RequestOptions options = RequestOptions.withIdempotencyKey("k");
        assertThrows(IllegalArgumentException.class, () -> svc.payments().retrieve("pay_1", options));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m\u00fcller-7", "a key", "a\r\nX: y", "\u20ac"})
    void anIdempotencyKeyThatWouldBecomeAnotherIsRefused(String key) {
        assertThrows(IllegalArgumentException.class, () -> RequestOptions.withIdempotencyKey(key));
        RequestOptions.Builder options = RequestOptions.builder();
        assertThrows(IllegalArgumentException.class, () -> options.header("idempotency-key", key));
    }

    @Test
    void anIdempotencyKeyHas255CharactersAtMost() {
        RequestOptions.withIdempotencyKey("k".repeat(255));
        assertThrows(IllegalArgumentException.class, () -> RequestOptions.withIdempotencyKey("k".repeat(256)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hush\u00fc", "hush\r\nX: y", "hush\0", "hush\u20ac"})
    void aHeaderThatCannotBeSentIsNamedAndItsValueIsNotShown(String value) {
        List<CallEvent> told = new ArrayList<>();
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl("http://svc.test").onEvent(told::add).build();
        UpdateCustomerParams params = UpdateCustomerParams.builder().removePhone().ifMatch(value).build();
        Map<String, Executable> given = Map.of(
                "X-Token", () -> Svc.builder().header("X-Token", value),
                "X-Call", () -> RequestOptions.builder().headers(Map.of("X-Call", value)),
                "If-Match", () -> svc.customers().update("cust_1", params));
        given.forEach((name, use) -> {
            String message = assertThrows(IllegalArgumentException.class, use).getMessage();
            assertTrue(message.contains(name) && !message.contains("hush"), message);
        });
        assertEquals(List.of(), told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding", "content-length", "Host", "Connection", "", "X Y", "X\r\nY"})
    void aHeaderThatIsNotTheCallersIsRefused(String name) {
        assertThrows(IllegalArgumentException.class, () -> Svc.builder().header(name, "1"));
        assertThrows(IllegalArgumentException.class, () -> RequestOptions.builder().header(name, "1"));
    }

    @Test
    void anIdempotencyKeyIsForOneCall() {
        assertThrows(IllegalArgumentException.class, () -> Svc.builder().header("idempotency-key", "1"));
    }

    @Test
    void anErrorBringsTheKeyThatTheCallHad() {
        String base = mock.begin(List.of(Map.of("status", 500, "text", "")));
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl(base).maxRetries(0).build();
        CreatePaymentParams params = CreatePaymentParams.builder().amount(Amount.of(1, "USD")).build();
        SvcException made = assertThrows(InternalServerException.class, () -> svc.payments().create(params));
        Object sent = Vectors.object(mock.noted(base).get(0), "headers").get("idempotency-key");
        assertEquals(sent, made.idempotencyKey().orElseThrow());
        Svc nobody = Svc.builder().apiKey("sk_test_1").baseUrl("http://127.0.0.1:1").maxRetries(0).build();
        SvcException own = assertThrows(
                ConnectionException.class,
                () -> nobody.payments().create(params, RequestOptions.withIdempotencyKey("order-1")));
        assertEquals("order-1", own.idempotencyKey().orElseThrow());
        assertTrue(assertThrows(ConnectionException.class, () -> nobody.payments().retrieve("pay_1"))
                .idempotencyKey().isEmpty());
    }

    @Test
    void anErrorCanBeSerialized() throws Exception {
        Map<String, Object> refusal = Map.of("status", 404, "json", Map.of("code", "not_found", "detail", "None."));
        Svc svc = Cases.client(mock, refusal).build();
        SvcException error = assertThrows(NotFoundException.class, () -> svc.payments().retrieve("pay_1"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(error);
        Object back = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        assertEquals("not_found", assertInstanceOf(NotFoundException.class, back).code());
        assertTrue(((SvcException) back).problem().isEmpty());
    }
}
