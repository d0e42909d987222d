import com.svc.payments.Svc;
import com.svc.payments.models.ApiKey;
import com.svc.payments.models.ApiKeyStatus;
import com.svc.payments.params.ListApiKeysParams;

public final class ListApiKeys {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListApiKeysParams params = ListApiKeysParams.builder()
                .status(ApiKeyStatus.ACTIVE)
                .build();
        for (ApiKey apiKey : svc.apiKeys().list(params)) {
            System.out.println(apiKey.id());
        }
    }
}
