import com.svc.payments.Svc;
import com.svc.payments.models.EventSelector;
import com.svc.payments.models.WebhookWithSecret;
import com.svc.payments.params.CreateWebhookParams;
import java.util.List;

public final class CreateWebhook {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreateWebhookParams params = CreateWebhookParams.builder()
                .url("https://shop.example.com/webhooks")
                .events(List.of(EventSelector.PAYMENT_COMPLETED, EventSelector.PAYMENT_FAILED))
                .secret("correct-horse-battery-staple")
                .build();
        WebhookWithSecret webhook = svc.webhooks().create(params);
        System.out.println(webhook.id());
    }
}
