import com.svc.payments.Svc;
import com.svc.payments.models.Payment;
import com.svc.payments.params.CancelPaymentParams;

public final class CancelPayment {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CancelPaymentParams params = CancelPaymentParams.builder()
                .reason("The customer changed their mind")
                .build();
        Payment payment = svc.payments().cancel("pay_249801938345984001", params);
        System.out.println(payment.id());
    }
}
