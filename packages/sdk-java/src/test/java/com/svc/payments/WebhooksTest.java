package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.svc.payments.models.PaymentCompletedEvent;
import com.svc.payments.models.WebhookEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All signatures of the vectors, and the ways in which headers come. */
final class WebhooksTest {
    private static final byte[] BODY =
            "{\"id\":\"evt_1\",\"type\":\"payment.completed\",\"data\":{\"id\":\"pay_1\"}}".getBytes(StandardCharsets.UTF_8);
    private static final String SECRET = "the secret";

    @TestFactory
    Stream<DynamicTest> verified() throws IOException {
        return cases("verify").map(each -> DynamicTest.dynamicTest((String) each.get("name"), () -> verify(each)));
    }

    @TestFactory
    Stream<DynamicTest> signed() throws IOException {
        return cases("sign").map(each -> DynamicTest.dynamicTest((String) each.get("name"), () -> sign(each)));
    }

    private static Stream<Map<String, Object>> cases(String name) throws IOException {
        Map<String, Object> all = Vectors.object(Vectors.read("webhooks.json"), "all");
        return Vectors.cases(all.get(name)).stream();
    }

    @SuppressWarnings("unchecked")
    private static void verify(Map<String, Object> given) {
        Vectors.requireKnown(given, "name", "body", "headers", "secrets", "tolerance", "now", "event", "code");
        WebhookVerifier verifier = WebhookVerifier.of((Collection<String>) given.get("secrets"));
        if (given.containsKey("tolerance")) {
            Instant now = Instant.ofEpochSecond((Long) given.get("now"));
            verifier = verifier.tolerance(Duration.ofSeconds((Long) given.get("tolerance")))
                    .clock(Clock.fixed(now, ZoneOffset.UTC));
        }
        WebhookVerifier chosen = verifier;
        byte[] body = bytes(given.get("body"));
        Map<String, Object> headers = Vectors.object(given, "headers");
        if (given.containsKey("code")) {
            WebhookVerificationException refusal =
                    assertThrows(WebhookVerificationException.class, () -> chosen.verify(body, headers));
            assertEquals(given.get("code"), refusal.code());
        } else {
            assertTrue(Vectors.contains(chosen.verify(body, headers).toMap(), given.get("event")));
        }
    }

    private static void sign(Map<String, Object> given) {
        Vectors.requireKnown(given, "name", "body", "secret", "nextSecret", "eventId", "timestamp", "headers", "refused");
        if (given.containsKey("refused")) {
            String message = assertThrows(IllegalArgumentException.class, () -> headersOf(given)).getMessage();
            assertTrue(Vectors.letters(message).contains(Vectors.letters((String) given.get("refused"))), message);
        } else {
            assertEquals(given.get("headers"), headersOf(given));
        }
    }

    private static Map<String, String> headersOf(Map<String, Object> given) {
        WebhookSigner signer = WebhookSigner.of((String) given.get("secret"))
                .timestamp(Instant.ofEpochSecond((Long) given.get("timestamp")));
        WebhookSigner named = given.containsKey("eventId") ? signer.eventId((String) given.get("eventId")) : signer;
        WebhookSigner chosen =
                given.containsKey("nextSecret") ? named.nextSecret((String) given.get("nextSecret")) : named;
        return chosen.sign(bytes(given.get("body")));
    }

    @Test
    void anArgumentThatIsNullIsNamedAndNotSigned() {
        WebhookSigner signer = WebhookSigner.of(SECRET);
        Map<String, Executable> uses = Map.of(
                "body", () -> signer.sign(null),
                "eventId", () -> signer.eventId(null),
                "timestamp", () -> signer.timestamp(null),
                "secret", () -> signer.nextSecret(null));
        uses.forEach((name, use) -> {
            String message = assertThrows(IllegalArgumentException.class, use).getMessage();
            assertTrue(message.contains(name), message);
        });
    }

    private static byte[] bytes(Object text) {
        return ((String) text).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void headersComeAsMapsOfTextsOrListsOrByName() {
        Map<String, String> signed = Webhooks.sign(BODY, SECRET);
        Map<String, List<String>> lists = signed.entrySet().stream().collect(Collectors.toMap(
                each -> each.getKey().toUpperCase(Locale.ROOT), each -> List.of(each.getValue())));
        Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.putAll(signed);
        Duration tolerance = Duration.ofMinutes(5);
        for (WebhookEvent event : List.of(
                Webhooks.verify(BODY, signed, SECRET),
                Webhooks.verify(BODY, lists, SECRET, tolerance),
                Webhooks.verify(BODY, anyCase::get, SECRET),
                Webhooks.verify(BODY, anyCase::get, SECRET, tolerance))) {
            assertEquals("pay_1", assertInstanceOf(PaymentCompletedEvent.class, event).data().id());
        }
    }

    @Test
    void anEventOfAKindThatNoLibraryKnowsIsHandedOn() {
        byte[] body = bytes("{\"id\":\"evt_1\",\"type\":\"payment.teleported\",\"data\":{\"to\":\"Mars\"}}");
        WebhookEvent event = Webhooks.verify(body, Webhooks.sign(body, SECRET), SECRET);
        assertInstanceOf(WebhookEvent.Unknown.class, event);
        assertEquals("payment.teleported", event.type());
        assertEquals(Map.of("to", "Mars"), event.field("data").orElseThrow());
        assertTrue(event.as(PaymentCompletedEvent.class).isEmpty());
    }

    /** A minute of hashing if each signature had an HMAC of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"v1,AA", "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="})
    void aSecretIsUsedOnceHoweverManySignaturesThereAre(String entry) {
        byte[] large = new byte[8 << 20];
        Map<String, String> headers = Map.of("webhook-signature", String.join(" ", Collections.nCopies(10_000, entry)));
        WebhookVerificationException refusal = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> assertThrows(
                WebhookVerificationException.class, () -> Webhooks.verify(large, headers, SECRET)));
        assertEquals("signature_mismatch", refusal.code());
        Map<String, String> signed = new HashMap<>(Webhooks.sign(BODY, SECRET));
        signed.computeIfPresent("webhook-signature", (name, value) -> headers.get(name) + " " + value);
        assertEquals("evt_1", Webhooks.verify(BODY, signed, SECRET, Duration.ofMinutes(5)).id());
    }

    @Test
    void withoutABodyNothingIsVerified() {
        WebhookVerificationException refusal = assertThrows(
                WebhookVerificationException.class, () -> Webhooks.verify(null, Map.of(), SECRET));
        assertEquals("body_not_raw", refusal.code());
        assertThrows(IllegalArgumentException.class, () -> Webhooks.verify(BODY, Map.of(), ""));
        assertThrows(IllegalArgumentException.class, () -> WebhookVerifier.of());
    }

    @Test
    void withoutASecretOrWithHeadersOfAnotherKindItIsNamedWhatIsWrong() {
        Map<String, String> signed = Webhooks.sign(BODY, SECRET);
        for (Executable use : List.<Executable>of(
                () -> Webhooks.verify(BODY, signed, null),
                () -> Webhooks.verify(BODY, signed::get, null, Duration.ZERO),
                () -> WebhookVerifier.of(SECRET, null),
                () -> WebhookVerifier.of((Collection<String>) null),
                () -> Webhooks.sign(BODY, null))) {
            assertTrue(assertThrows(IllegalArgumentException.class, use).getMessage().contains("secret"));
        }
        Map<String, String[]> arrays = Map.of("Svc-Signature", new String[] {signed.get("Svc-Signature")});
        String message = assertThrows(
                IllegalArgumentException.class, () -> Webhooks.verify(BODY, arrays, SECRET)).getMessage();
        assertTrue(message.contains("Svc-Signature") && message.contains("String[]"), message);
    }
}
