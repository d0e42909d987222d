import com.svc.payments.Svc;
import com.svc.payments.models.CurrentCaller;

public final class GetCurrentCaller {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CurrentCaller currentCaller = svc.security().me();
        System.out.println(currentCaller);
    }
}
