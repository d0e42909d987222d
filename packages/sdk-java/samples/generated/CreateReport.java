import com.svc.payments.Svc;
import com.svc.payments.models.Report;
import com.svc.payments.models.ReportFormat;
import com.svc.payments.models.ReportType;
import com.svc.payments.params.CreateReportParams;
import java.time.Instant;

public final class CreateReport {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreateReportParams params = CreateReportParams.builder()
                .type(ReportType.PAYMENTS)
                .format(ReportFormat.CSV)
                .createdFrom(Instant.parse("2026-11-01T00:00:00Z"))
                .createdTo(Instant.parse("2026-12-01T00:00:00Z"))
                .build();
        Report report = svc.reports().create(params);
        System.out.println(report.id());
    }
}
