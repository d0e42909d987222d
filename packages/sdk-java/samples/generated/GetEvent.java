import com.svc.payments.Svc;
import com.svc.payments.models.WebhookEvent;

public final class GetEvent {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        WebhookEvent webhookEvent = svc.events().retrieve("evt_249801938345984020");
        System.out.println(webhookEvent.id());
    }
}
