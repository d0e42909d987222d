import com.svc.payments.Svc;
import com.svc.payments.models.AuditEntry;

public final class ListAuditLog {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        for (AuditEntry auditEntry : svc.security().auditLog()) {
            System.out.println(auditEntry);
        }
    }
}
