import com.svc.payments.Svc;
import com.svc.payments.models.ApiKeyWithSecret;
import com.svc.payments.models.Scope;
import com.svc.payments.params.CreateApiKeyParams;
import java.util.List;

public final class CreateApiKey {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreateApiKeyParams params = CreateApiKeyParams.builder()
                .name("Order service")
                .scopes(List.of(Scope.PAYMENTS_READ, Scope.PAYMENTS_WRITE))
                .allowedCidrs(List.of("203.0.113.0/24"))
                .build();
        ApiKeyWithSecret apiKey = svc.apiKeys().create(params);
        System.out.println(apiKey.id());
    }
}
