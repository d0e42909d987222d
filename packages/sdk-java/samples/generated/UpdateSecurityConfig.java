import com.svc.payments.Svc;
import com.svc.payments.models.Amount;
import com.svc.payments.models.SecurityConfig;
import com.svc.payments.params.UpdateSecurityConfigParams;
import java.util.List;

public final class UpdateSecurityConfig {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        UpdateSecurityConfigParams params = UpdateSecurityConfigParams.builder()
                .approvalThresholds(List.of(Amount.of(1000000, "USD")))
                .removeRetentionDays()
                .ifMatch("\"1\"")
                .build();
        SecurityConfig securityConfig = svc.security().updateConfig(params);
        System.out.println(securityConfig);
    }
}
