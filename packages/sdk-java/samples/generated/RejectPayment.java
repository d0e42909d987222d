import com.svc.payments.Svc;
import com.svc.payments.models.Payment;
import com.svc.payments.params.RejectPaymentParams;

public final class RejectPayment {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        RejectPaymentParams params = RejectPaymentParams.builder()
                .reason("The order was a mistake")
                .build();
        Payment payment = svc.payments().reject("pay_249801938345984001", params);
        System.out.println(payment.id());
    }
}
