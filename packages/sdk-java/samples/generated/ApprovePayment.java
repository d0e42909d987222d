import com.svc.payments.Svc;
import com.svc.payments.models.Payment;
import com.svc.payments.params.ApprovePaymentParams;

public final class ApprovePayment {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ApprovePaymentParams params = ApprovePaymentParams.builder()
                .reason("Checked with the customer")
                .build();
        Payment payment = svc.payments().approve("pay_249801938345984001", params);
        System.out.println(payment.id());
    }
}
