import com.svc.payments.Svc;
import com.svc.payments.models.PaymentStatus;
import com.svc.payments.models.Refund;
import com.svc.payments.params.ListPaymentRefundsParams;

public final class ListPaymentRefunds {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListPaymentRefundsParams params = ListPaymentRefundsParams.builder()
                .status(PaymentStatus.PENDING)
                .build();
        for (Refund refund : svc.payments().refunds("pay_249801938345984001", params)) {
            System.out.println(refund.id());
        }
    }
}
