import com.svc.payments.Svc;

public final class RevokeApiKey {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        svc.apiKeys().revoke("key_249801938345984030");
    }
}
