import com.svc.payments.Svc;
import com.svc.payments.models.Amount;
import com.svc.payments.models.Payment;
import com.svc.payments.params.CapturePaymentParams;

public final class CapturePayment {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CapturePaymentParams params = CapturePaymentParams.builder()
                .amount(Amount.of(600, "USD"))
                .reason("Shipped today")
                .build();
        Payment payment = svc.payments().capture("pay_249801938345984001", params);
        System.out.println(payment.id());
    }
}
