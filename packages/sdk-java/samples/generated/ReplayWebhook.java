import com.svc.payments.Svc;
import com.svc.payments.models.WebhookReplay;
import com.svc.payments.params.ReplayWebhookParams;
import java.time.Instant;

public final class ReplayWebhook {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ReplayWebhookParams params = ReplayWebhookParams.builder()
                .createdFrom(Instant.parse("2026-11-20T00:00:00Z"))
                .createdTo(Instant.parse("2026-11-21T00:00:00Z"))
                .build();
        WebhookReplay webhookReplay = svc.webhooks().replay("wh_249801938345984010", params);
        System.out.println(webhookReplay.id());
    }
}
