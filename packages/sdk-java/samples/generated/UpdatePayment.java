import com.svc.payments.Svc;
import com.svc.payments.models.Payment;
import com.svc.payments.params.UpdatePaymentParams;
import java.util.HashMap;
import java.util.Map;

public final class UpdatePayment {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Map<String, Object> metadata = new HashMap<>();
        metadata.put("gift", true);
        metadata.put("oldKey", null);
        UpdatePaymentParams params = UpdatePaymentParams.builder()
                .description("Order 1042, gift")
                .metadata(metadata)
                .build();
        Payment payment = svc.payments().update("pay_249801938345984001", params);
        System.out.println(payment.id());
    }
}
