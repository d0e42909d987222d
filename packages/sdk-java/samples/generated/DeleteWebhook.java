import com.svc.payments.Svc;

public final class DeleteWebhook {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        svc.webhooks().delete("wh_249801938345984010");
    }
}
