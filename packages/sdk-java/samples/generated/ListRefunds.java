import com.svc.payments.Svc;
import com.svc.payments.models.PaymentStatus;
import com.svc.payments.models.Refund;
import com.svc.payments.params.ListRefundsParams;

public final class ListRefunds {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListRefundsParams params = ListRefundsParams.builder()
                .status(PaymentStatus.PENDING)
                .build();
        for (Refund refund : svc.refunds().list(params)) {
            System.out.println(refund.id());
        }
    }
}
