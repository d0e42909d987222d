import com.svc.payments.Svc;
import com.svc.payments.models.WebhookEvent;

public final class ListEvents {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        for (WebhookEvent webhookEvent : svc.events().list()) {
            System.out.println(webhookEvent.id());
        }
    }
}
