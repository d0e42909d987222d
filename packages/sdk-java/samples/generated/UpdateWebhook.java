import com.svc.payments.Svc;
import com.svc.payments.models.EventSelector;
import com.svc.payments.models.Webhook;
import com.svc.payments.params.UpdateWebhookParams;
import java.util.List;

public final class UpdateWebhook {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        UpdateWebhookParams params = UpdateWebhookParams.builder()
                .description("Shop backend")
                .events(List.of(EventSelector.PAYMENT_COMPLETED, EventSelector.PAYMENT_FAILED))
                .build();
        Webhook webhook = svc.webhooks().update("wh_249801938345984010", params);
        System.out.println(webhook.id());
    }
}
