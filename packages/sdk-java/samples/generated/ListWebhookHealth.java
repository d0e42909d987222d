import com.svc.payments.Svc;
import com.svc.payments.models.WebhookHealth;

public final class ListWebhookHealth {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        for (WebhookHealth webhookHealth : svc.analytics().webhooks()) {
            System.out.println(webhookHealth);
        }
    }
}
