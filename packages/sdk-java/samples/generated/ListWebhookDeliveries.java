import com.svc.payments.Svc;
import com.svc.payments.models.Delivery;
import com.svc.payments.models.DeliveryStatus;
import com.svc.payments.params.ListWebhookDeliveriesParams;

public final class ListWebhookDeliveries {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListWebhookDeliveriesParams params = ListWebhookDeliveriesParams.builder()
                .status(DeliveryStatus.PENDING)
                .build();
        for (Delivery delivery : svc.webhooks().listDeliveries("wh_249801938345984010", params)) {
            System.out.println(delivery.id());
        }
    }
}
