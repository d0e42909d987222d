import com.svc.payments.Svc;
import com.svc.payments.models.Refund;

public final class GetRefund {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Refund refund = svc.refunds().retrieve("ref_249801938345984001");
        System.out.println(refund.id());
    }
}
