import com.svc.payments.Svc;
import com.svc.payments.models.Payment;

public final class GetPayment {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Payment payment = svc.payments().retrieve("pay_249801938345984001");
        System.out.println(payment.id());
    }
}
