import com.svc.payments.Svc;
import com.svc.payments.models.Report;
import com.svc.payments.models.ReportStatus;
import com.svc.payments.params.ListReportsParams;

public final class ListReports {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListReportsParams params = ListReportsParams.builder()
                .status(ReportStatus.PENDING)
                .build();
        for (Report report : svc.reports().list(params)) {
            System.out.println(report.id());
        }
    }
}
