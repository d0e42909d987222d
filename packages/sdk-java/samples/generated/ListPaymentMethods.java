import com.svc.payments.Svc;
import com.svc.payments.models.PaymentMethod;

public final class ListPaymentMethods {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        for (PaymentMethod paymentMethod : svc.customers().listPaymentMethods("cust_249801938345984002")) {
            System.out.println(paymentMethod.id());
        }
    }
}
