package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.svc.payments.models.AddressInput;
import com.svc.payments.models.Amount;
import com.svc.payments.models.CaptureMethod;
import com.svc.payments.models.Customer;
import com.svc.payments.models.EventKind;
import com.svc.payments.models.EventOrder;
import com.svc.payments.models.Payment;
import com.svc.payments.models.PaymentCompletedEvent;
import com.svc.payments.models.PaymentStage;
import com.svc.payments.models.PaymentStatus;
import com.svc.payments.models.Problem;
import com.svc.payments.models.Report;
import com.svc.payments.models.ReportFormat;
import com.svc.payments.models.ReportStatus;
import com.svc.payments.models.ReportType;
import com.svc.payments.models.TimelineStateEntry;
import com.svc.payments.models.WebhookEvent;
import com.svc.payments.params.CapturePaymentParams;
import com.svc.payments.params.CreateCustomerParams;
import com.svc.payments.params.CreatePaymentParams;
import com.svc.payments.params.CreateReportParams;
import com.svc.payments.params.ListEventsParams;
import com.svc.payments.params.ListPaymentsParams;
import com.svc.payments.params.UpdateCustomerParams;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Journeys against the real service. */
@ExtendWith(Service.class)
final class ServiceTest {
    private Svc svc;

    @BeforeAll
    void connect() {
        svc = Svc.builder().apiKey(Service.testKey()).baseUrl(Service.baseUrl()).build();
    }

    @Test
    void aCustomersWay() {
        CreateCustomerParams params = CreateCustomerParams.builder()
                .email("grace@example.com")
                .phone("+12025550123")
                .address(AddressInput.builder().postalCode("10001").build())
                .metadata(Map.of("crm_id", Map.of("in_side", 1)))
                .build();
        Customer customer = svc.customers().create(params);
        assertEquals("10001", customer.address().orElseThrow().postalCode().orElseThrow());
        assertEquals(Map.of("crm_id", Map.of("in_side", 1L)), customer.metadata());
        ConflictException refusal = assertThrows(ConflictException.class, () -> svc.customers().create(params));
        assertEquals(customer.id(), refusal.problem().flatMap(Problem::existingId).orElseThrow());

        RawResponse<Customer> seen = svc.customers().withRawResponse().retrieve(customer.id());
        UpdateCustomerParams change = UpdateCustomerParams.builder()
                .firstName("Grace")
                .removePhone()
                .ifMatch(seen.headers().firstValue("ETag").orElseThrow())
                .build();
        Customer changed = svc.customers().update(customer.id(), change);
        assertEquals("Grace", changed.firstName().orElseThrow());
        assertTrue(changed.phone().isEmpty());
        assertEquals(customer.version() + 1, changed.version());
        assertThrows(PreconditionException.class, () -> svc.customers().update(customer.id(), change));

        svc.customers().delete(customer.id());
        assertThrows(NotFoundException.class, () -> svc.customers().retrieve(customer.id()));
    }

    @Test
    void aPaymentsWay() {
        RequestOptions options = RequestOptions.withIdempotencyKey("order-" + System.nanoTime());
        CreatePaymentParams params = CreatePaymentParams.builder()
                .amount(Amount.of(4_200, "JPY"))
                .captureMethod(CaptureMethod.MANUAL)
                .waitSeconds(10)
                .build();
        Payment payment = svc.payments().create(params, options);
        assertEquals(PaymentStage.AUTHORIZED, payment.stage().orElseThrow());
        RawResponse<Payment> again = svc.payments().withRawResponse().create(params, options);
        assertEquals(payment.id(), again.value().id());
        assertEquals("true", again.headers().firstValue("Idempotent-Replayed").orElseThrow());
        svc.payments().capture(payment.id(), CapturePaymentParams.builder().reason("Shipped").build());
        eventually(() -> svc.payments().retrieve(payment.id()).status().equals(PaymentStatus.COMPLETED));
        List<TimelineStateEntry> states = svc.payments().timeline(payment.id()).data().stream()
                .flatMap(each -> each.as(TimelineStateEntry.class).stream())
                .collect(Collectors.toList());
        assertEquals(PaymentStatus.COMPLETED, states.get(states.size() - 1).status());
        assertTrue(svc.events().list().stream()
                .flatMap(each -> each.as(PaymentCompletedEvent.class).stream())
                .anyMatch(each -> each.data().id().equals(payment.id())));
    }

    @Test
    void listsGoOverTheirPages() {
        Set<String> made = new HashSet<>();
        for (int count = 0; count < 5; count += 1) {
            made.add(svc.payments().create(CreatePaymentParams.builder().amount(Amount.of(100, "CHF")).build()).id());
        }
        ListPaymentsParams params = ListPaymentsParams.builder().currency("CHF").limit(2).build();
        List<String> listed = svc.payments().list(params).stream().map(Payment::id).collect(Collectors.toList());
        assertEquals(5, listed.size());
        assertEquals(made, new HashSet<>(listed));
    }

    @Test
    void eventsBehindOneThatIsKnownGoOverTheirPages() {
        for (int count = 0; count < 4; count += 1) {
            String email = "reader-" + System.nanoTime() + "@example.com";
            svc.customers().create(CreateCustomerParams.builder().email(email).build());
        }
        ListEventsParams.Builder params = ListEventsParams.builder()
                .order(EventOrder.ASC)
                .type(EventKind.CUSTOMER_CREATED);
        List<String> all = idsOf(params);
        assertTrue(all.size() >= 4);
        assertEquals(all.subList(1, all.size()), idsOf(params.after(all.get(0)).limit(1)));
    }

    private List<String> idsOf(ListEventsParams.Builder params) {
        return svc.events().list(params.build()).stream().map(WebhookEvent::id).collect(Collectors.toList());
    }

    @Test
    void aReportIsDownloaded() {
        Report report = svc.reports().create(CreateReportParams.builder()
                .type(ReportType.PAYMENTS)
                .format(ReportFormat.CSV)
                .createdFrom(Instant.parse("2026-01-01T00:00:00Z"))
                .createdTo(Instant.parse("2026-02-01T00:00:00Z"))
                .build());
        eventually(() -> svc.reports().retrieve(report.id()).status().equals(ReportStatus.READY));
        try (FileDownload file = svc.reports().download(report.id())) {
            assertEquals("text/csv", file.mediaType());
            assertTrue(new String(file.readAllBytes(), StandardCharsets.UTF_8).startsWith("\"id\","));
        }
    }

    private static void eventually(BooleanSupplier holds) {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (!holds.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "in time");
            try {
                Thread.sleep(200);
            } catch (InterruptedException cause) {
                throw new IllegalStateException(cause);
            }
        }
    }
}
