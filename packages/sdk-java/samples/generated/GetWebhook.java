import com.svc.payments.Svc;
import com.svc.payments.models.Webhook;

public final class GetWebhook {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Webhook webhook = svc.webhooks().retrieve("wh_249801938345984010");
        System.out.println(webhook.id());
    }
}
