import com.svc.payments.Svc;
import com.svc.payments.models.Report;

public final class GetReport {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Report report = svc.reports().retrieve("rep_249801938345984050");
        System.out.println(report.id());
    }
}
