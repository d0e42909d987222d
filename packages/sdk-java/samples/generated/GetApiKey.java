import com.svc.payments.Svc;
import com.svc.payments.models.ApiKey;

public final class GetApiKey {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ApiKey apiKey = svc.apiKeys().retrieve("key_249801938345984030");
        System.out.println(apiKey.id());
    }
}
