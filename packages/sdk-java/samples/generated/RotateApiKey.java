import com.svc.payments.Svc;
import com.svc.payments.models.ApiKeyWithSecret;
import com.svc.payments.params.RotateApiKeyParams;

public final class RotateApiKey {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        RotateApiKeyParams params = RotateApiKeyParams.builder()
                .overlapSeconds(86400)
                .build();
        ApiKeyWithSecret apiKey = svc.apiKeys().rotate("key_249801938345984030", params);
        System.out.println(apiKey.id());
    }
}
