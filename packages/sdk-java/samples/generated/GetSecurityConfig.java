import com.svc.payments.Svc;
import com.svc.payments.models.SecurityConfig;

public final class GetSecurityConfig {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        SecurityConfig securityConfig = svc.security().config();
        System.out.println(securityConfig);
    }
}
