import com.svc.payments.Svc;
import com.svc.payments.models.Delivery;
import com.svc.payments.models.DeliveryStatus;
import com.svc.payments.params.ListDeliveriesParams;

public final class ListDeliveries {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListDeliveriesParams params = ListDeliveriesParams.builder()
                .status(DeliveryStatus.PENDING)
                .build();
        for (Delivery delivery : svc.deliveries().list(params)) {
            System.out.println(delivery.id());
        }
    }
}
