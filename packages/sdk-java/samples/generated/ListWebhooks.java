import com.svc.payments.Svc;
import com.svc.payments.models.Webhook;

public final class ListWebhooks {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        for (Webhook webhook : svc.webhooks().list()) {
            System.out.println(webhook.id());
        }
    }
}
