import com.svc.payments.Svc;
import com.svc.payments.models.WebhookWithSecret;
import com.svc.payments.params.RotateWebhookSecretParams;

public final class RotateWebhookSecret {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        RotateWebhookSecretParams params = RotateWebhookSecretParams.builder()
                .overlapSeconds(86400)
                .build();
        WebhookWithSecret webhook = svc.webhooks().rotateSecret("wh_249801938345984010", params);
        System.out.println(webhook.id());
    }
}
