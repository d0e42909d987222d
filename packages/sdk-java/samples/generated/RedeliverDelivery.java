import com.svc.payments.Svc;
import com.svc.payments.models.Delivery;

public final class RedeliverDelivery {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Delivery delivery = svc.deliveries().redeliver("dlv_249801938345984030");
        System.out.println(delivery.id());
    }
}
