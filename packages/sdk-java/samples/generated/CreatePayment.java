import com.svc.payments.Svc;
import com.svc.payments.models.Amount;
import com.svc.payments.models.Payment;
import com.svc.payments.models.PaymentCustomerInput;
import com.svc.payments.params.CreatePaymentParams;
import java.util.Map;

public final class CreatePayment {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreatePaymentParams params = CreatePaymentParams.builder()
                .amount(Amount.of(1000, "USD"))
                .customer(PaymentCustomerInput.builder()
                        .email("ada@example.com")
                        .firstName("Ada")
                        .lastName("Lovelace")
                        .build())
                .description("Order 1042")
                .metadata(Map.of("orderId", "1042"))
                .reference("order-1042")
                .build();
        Payment payment = svc.payments().create(params);
        System.out.println(payment.id());
    }
}
