import com.svc.payments.Svc;
import com.svc.payments.models.ApiKey;
import com.svc.payments.params.UpdateApiKeyParams;
import java.time.Instant;

public final class UpdateApiKey {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        UpdateApiKeyParams params = UpdateApiKeyParams.builder()
                .name("Order service")
                .expiresAt(Instant.parse("2099-11-21T00:00:00Z"))
                .build();
        ApiKey apiKey = svc.apiKeys().update("key_249801938345984030", params);
        System.out.println(apiKey.id());
    }
}
