import com.svc.payments.Svc;
import com.svc.payments.models.Dispute;
import com.svc.payments.models.DisputeStatus;
import com.svc.payments.params.ListDisputesParams;

public final class ListDisputes {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListDisputesParams params = ListDisputesParams.builder()
                .status(DisputeStatus.INQUIRY)
                .build();
        for (Dispute dispute : svc.disputes().list(params)) {
            System.out.println(dispute.id());
        }
    }
}
