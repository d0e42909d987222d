import com.svc.payments.Svc;
import com.svc.payments.models.Payment;
import com.svc.payments.models.PaymentStatus;
import com.svc.payments.params.ListPaymentsParams;

public final class ListPayments {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListPaymentsParams params = ListPaymentsParams.builder()
                .status(PaymentStatus.PENDING)
                .build();
        for (Payment payment : svc.payments().list(params)) {
            System.out.println(payment.id());
        }
    }
}
