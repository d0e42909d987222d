import com.svc.payments.Svc;
import com.svc.payments.models.PaymentTimeline;

public final class GetPaymentTimeline {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        PaymentTimeline paymentTimeline = svc.payments().timeline("pay_249801938345984001");
        System.out.println(paymentTimeline);
    }
}
