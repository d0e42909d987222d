import com.svc.payments.Svc;
import com.svc.payments.models.AnalyticsSummary;

public final class GetAnalyticsSummary {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        AnalyticsSummary analyticsSummary = svc.analytics().summary();
        System.out.println(analyticsSummary);
    }
}
