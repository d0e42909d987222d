import com.svc.payments.Svc;
import com.svc.payments.models.PaymentMethod;
import com.svc.payments.models.PaymentMethodType;
import com.svc.payments.params.CreatePaymentMethodParams;

public final class CreatePaymentMethod {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreatePaymentMethodParams params = CreatePaymentMethodParams.builder()
                .type(PaymentMethodType.CARD)
                .processorToken("tok_9f8a7c6e5d")
                .brand("visa")
                .last4("4242")
                .expiryMonth(8)
                .expiryYear(2029)
                .build();
        PaymentMethod paymentMethod = svc.customers().addPaymentMethod("cust_249801938345984002", params);
        System.out.println(paymentMethod.id());
    }
}
