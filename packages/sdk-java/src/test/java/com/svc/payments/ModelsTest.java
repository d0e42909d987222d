package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.svc.payments.internal.Json;
import com.svc.payments.models.Amount;
import com.svc.payments.models.Payment;
import com.svc.payments.models.PaymentPage;
import com.svc.payments.models.PaymentStatus;
import com.svc.payments.models.ProcessorCredentials;
import com.svc.payments.models.WebhookWithSecret;
import com.svc.payments.params.CreatePaymentParams;
import com.svc.payments.params.CreateWebhookParams;
import com.svc.payments.params.ListPaymentsParams;
import com.svc.payments.params.UpdateProcessorParams;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

final class ModelsTest {
    private static Payment payment(String json) {
        return new Payment(Json.object(json.getBytes(StandardCharsets.UTF_8)).orElseThrow());
    }

    @Test
    void whatTheLibraryDoesNotKnowIsHandedOn() {
        Payment payment = payment("{\"status\":\"teleported\",\"shiny\":{\"a\":[1,null,1.5]},\"description\":null}");
        assertEquals("teleported", payment.status().value());
        assertEquals(PaymentStatus.Known.UNKNOWN, payment.status().known());
        assertEquals("{a=[1, null, 1.5]}", payment.field("shiny").orElseThrow().toString());
        assertTrue(payment.description().isEmpty());
        assertTrue(payment.toMap().containsKey("description"));
    }

    @Test
    void whatShouldHaveComeAndDidNotIsNamed() {
        Payment payment = payment("{\"id\":7,\"createdAt\":\"yesterday\",\"version\":1.5}");
        assertTrue(assertThrows(NoSuchElementException.class, payment::status).getMessage().contains("status"));
        assertTrue(assertThrows(IllegalStateException.class, payment::id).getMessage().contains("id"));
        assertThrows(IllegalStateException.class, payment::createdAt);
        assertThrows(IllegalStateException.class, payment::version);
    }

    @Test
    void numbersAndTimesAreExact() {
        Payment payment = payment("{\"amount\":{\"value\":9007199254740993},\"version\":3.0,\"huge\":1e400,"
                + "\"createdAt\":\"2026-11-22T10:00:00.123456789+01:00\"}");
        assertEquals(9_007_199_254_740_993L, payment.amount().value());
        assertEquals(3, payment.version());
        assertEquals(Instant.parse("2026-11-22T09:00:00.123456789Z"), payment.createdAt());
        assertEquals("1E+400", payment.field("huge").orElseThrow().toString());
    }

    @Test
    void objectsAreEqualByWhatTheyHold() {
        assertEquals(Amount.of(7, "USD"), new Amount(Map.of("currency", "USD", "value", 7)));
        assertEquals(Amount.of(7, "USD").hashCode(), new Amount(Map.of("currency", "USD", "value", 7)).hashCode());
        assertNotEquals(Amount.of(7, "USD"), Amount.of(8, "USD"));
        assertSame(PaymentStatus.COMPLETED, PaymentStatus.of("completed"));
        assertEquals(PaymentStatus.of("new"), PaymentStatus.of("new"));
    }

    @Test
    void nothingCanBeChangedFromOutside() {
        Map<String, Object> given = new HashMap<>(Map.of("tags", new ArrayList<>(List.of("a"))));
        CreatePaymentParams.Builder builder =
                CreatePaymentParams.builder().amount(Amount.of(1, "USD")).metadata(given);
        CreatePaymentParams params = builder.build();
        given.clear();
        builder.description("later");
        assertEquals("{tags=[a]}", params.metadata().orElseThrow().toString());
        assertTrue(params.description().isEmpty());
        assertThrows(UnsupportedOperationException.class, () -> params.toMap().clear());
        assertThrows(UnsupportedOperationException.class, () -> params.metadata().orElseThrow().put("b", 1));
        assertEquals("x", params.toBuilder().description("x").build().description().orElseThrow());
    }

    @Test
    void aBuilderNamesWhatIsMissingOrCannotBeSent() {
        assertTrue(assertThrows(IllegalStateException.class, () -> CreatePaymentParams.builder().build())
                .getMessage().contains("amount"));
        assertThrows(NullPointerException.class, () -> CreatePaymentParams.builder().description(null));
        assertThrows(IllegalArgumentException.class,
                () -> CreatePaymentParams.builder().metadata(Map.of("a", new Object())));
        assertThrows(IllegalArgumentException.class,
                () -> CreatePaymentParams.builder().metadata(Map.of("a", Double.NaN)));
    }

    @Test
    void numbersOfEveryKindAreSentExactlyOrRefused() {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("a", new AtomicLong(9_007_199_254_740_993L));
        given.put("b", new AtomicInteger(7));
        given.put("c", new BigInteger("123456789012345678901"));
        given.put("d", new BigDecimal("0.1000000000000000000000001"));
        given.put("e", 0.1f);
        given.put("f", 0.25);
        assertEquals(
                "{\"a\":9007199254740993,\"b\":7,\"c\":123456789012345678901,\"d\":0.1000000000000000000000001,"
                        + "\"e\":0.1,\"f\":0.25}",
                new String(Json.bytes(given), StandardCharsets.UTF_8));
        for (Number number : List.of(new LongAdder(), Float.POSITIVE_INFINITY, Double.NaN, new DoubleAdder())) {
            assertThrows(IllegalArgumentException.class, () -> Json.bytes(Map.of("a", number)), number::toString);
        }
    }

    @Test
    void decimalsThatComeKeepAllTheirDigits() {
        Payment payment = payment("{\"rate\":0.1000000000000000000000001,\"half\":0.5}");
        assertEquals(new BigDecimal("0.1000000000000000000000001"), payment.field("rate").orElseThrow());
        assertEquals(new Payment(Map.of("half", 0.5)).toMap().get("half"), payment.toMap().get("half"));
        assertEquals("Payment{\"rate\":0.1000000000000000000000001,\"half\":0.5}", payment.toString());
    }

    @Test
    void whatIsTooDeepOrContainsItselfIsRefused() {
        Map<String, Object> itself = new HashMap<>();
        itself.put("a", List.of(itself));
        Map<String, Object> deep = Map.of();
        for (int depth = 0; depth < 100_000; depth += 1) {
            deep = Map.of("a", deep);
        }
        for (Map<String, Object> given : List.of(itself, deep)) {
            CreatePaymentParams.Builder builder = CreatePaymentParams.builder();
            assertThrows(IllegalArgumentException.class, () -> builder.metadata(given));
        }
    }

    @Test
    void halfACharacterIsShownAndSentAsItCame() {
        Payment payment = payment("{\"description\":\"a\\ud800b\"}");
        assertEquals("Payment{\"description\":\"a\ud800b\"}", payment.toString());
        assertEquals(payment.toMap(), Json.object(Json.bytes(payment)).orElseThrow());
    }

    @Test
    void whatIsInNoEncodingIsNoJson() {
        byte[] text = {0, 0, 0, '{', (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF};
        assertTrue(Json.object(text).isEmpty());
        assertTrue(Json.object(new byte[] {'{', '"', (byte) 0xFF, '"', ':', '1', '}'}).isEmpty());
    }

    @Test
    void secretsAreNotShown() {
        WebhookWithSecret webhook = new WebhookWithSecret(Map.of("id", "wh_1", "secret", "hush"));
        assertEquals("hush", webhook.secret().orElseThrow());
        assertFalse(webhook.toString().contains("hush"));
        assertFalse(CreateWebhookParams.builder().url("u").events(List.of()).secret("hush").build()
                .toString().contains("hush"));
    }

    @Test
    void secretsInsideOtherObjectsAreNotShown() {
        ProcessorCredentials credentials = ProcessorCredentials.builder().secretKey("hush").url("u").build();
        UpdateProcessorParams params = UpdateProcessorParams.builder()
                .credentials(credentials)
                .putField("more", List.of(Map.of("apiKey", "hush"), "plain"))
                .build();
        assertEquals("ProcessorCredentials{\"secretKey\":\"***\",\"url\":\"u\"}", credentials.toString());
        assertEquals(
                "UpdateProcessorParams{\"credentials\":{\"secretKey\":\"***\",\"url\":\"u\"},"
                        + "\"more\":[{\"apiKey\":\"***\"},\"plain\"]}",
                params.toString());
        assertEquals("hush", params.credentials().orElseThrow().secretKey().orElseThrow());
    }

    @Test
    void aPageForTestsHasWhatItIsGiven() {
        PaymentPage page = new PaymentPage(Map.of("data", List.of(Map.of("id", "pay_1")), "hasMore", false));
        assertEquals("pay_1", page.stream().map(Payment::id).findFirst().orElseThrow());
        assertThrows(NoSuchElementException.class, page::nextPage);
    }

    @Test
    void aBuilderTakesEveryKindOfFilter() {
        Instant from = Instant.parse("2026-11-22T09:00:00Z");
        ListPaymentsParams params =
                ListPaymentsParams.builder().status(PaymentStatus.FAILED).createdFrom(from).limit(5).build();
        assertEquals(from, params.createdFrom().orElseThrow());
        assertEquals("2026-11-22T09:00:00.000Z", params.field("createdFrom").orElseThrow());
    }
}
