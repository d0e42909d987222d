import com.svc.payments.Svc;
import com.svc.payments.models.Dispute;

public final class GetDispute {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Dispute dispute = svc.disputes().retrieve("dis_249801938345984060");
        System.out.println(dispute.id());
    }
}
