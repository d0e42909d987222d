import com.svc.payments.Svc;
import com.svc.payments.models.Amount;
import com.svc.payments.models.Refund;
import com.svc.payments.params.CreateRefundParams;
import java.util.Map;

public final class CreateRefund {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreateRefundParams params = CreateRefundParams.builder()
                .paymentId("pay_249801938345984001")
                .amount(Amount.of(400, "USD"))
                .reason("Returned goods")
                .metadata(Map.of("returnId", "77"))
                .build();
        Refund refund = svc.refunds().create(params);
        System.out.println(refund.id());
    }
}
