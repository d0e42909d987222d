import com.svc.payments.RequestOptions;
import com.svc.payments.Svc;
import com.svc.payments.UnprocessableEntityException;
import com.svc.payments.models.Amount;
import com.svc.payments.models.PaymentCustomerInput;
import com.svc.payments.models.Payment;
import com.svc.payments.models.Refund;
import com.svc.payments.params.CreatePaymentParams;
import com.svc.payments.params.CreateRefundParams;
import java.util.Map;

/** Charges a customer and gives part of it back. It needs SVC_API_KEY (sk_test_...) and SVC_API_BASE. */
public final class Charge {
    public static void main(String[] args) {
        Svc svc = Svc.builder().apiKey(System.getenv("SVC_API_KEY")).baseUrl(System.getenv("SVC_API_BASE")).build();

        CreatePaymentParams params = CreatePaymentParams.builder()
                .amount(Amount.of(1999, "USD"))
                .customer(PaymentCustomerInput.builder().email("ada@example.com").firstName("Ada").build())
                .metadata(Map.of("orderId", "1042"))
                .waitSeconds(10)
                .build();
        // The order's own number: however often this program runs within a day, the order is paid once.
        Payment payment = svc.payments().create(params, RequestOptions.withIdempotencyKey("order-2042"));
        System.out.println(
                "payment " + payment.id() + " " + payment.status() + " " + payment.amount().value() + " " + payment.metadata());

        CreateRefundParams half = CreateRefundParams.builder()
                .paymentId(payment.id())
                .amount(Amount.of(500, "USD"))
                .reason("A button is missing")
                .build();
        Refund refund = svc.refunds().create(half, RequestOptions.withIdempotencyKey("order-2042-button"));
        Payment after = svc.payments().retrieve(payment.id());
        System.out.println("refund " + refund.amount().value() + " of " + after.refundedAmount().value());

        try {
            svc.refunds().create(half.toBuilder().amount(Amount.of(0, "USD")).build());
        } catch (UnprocessableEntityException error) {
            error.fieldErrors().forEach(each -> System.out.println("refused " + each.pointer().orElse("") + " " + each.code()));
        }
    }
}
