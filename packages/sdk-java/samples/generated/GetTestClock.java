import com.svc.payments.Svc;
import com.svc.payments.models.TestClock;

public final class GetTestClock {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        TestClock testClock = svc.testClock().retrieve();
        System.out.println(testClock);
    }
}
