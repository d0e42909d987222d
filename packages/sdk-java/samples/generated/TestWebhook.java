import com.svc.payments.Svc;
import com.svc.payments.models.EventKind;
import com.svc.payments.models.WebhookTestResult;
import com.svc.payments.params.TestWebhookParams;

public final class TestWebhook {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        TestWebhookParams params = TestWebhookParams.builder()
                .type(EventKind.WEBHOOK_TEST)
                .build();
        WebhookTestResult webhookTestResult = svc.webhooks().test("wh_249801938345984010", params);
        System.out.println(webhookTestResult);
    }
}
