import com.svc.payments.Svc;
import com.svc.payments.models.TestClock;
import com.svc.payments.params.AdvanceTestClockParams;

public final class AdvanceTestClock {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        AdvanceTestClockParams params = AdvanceTestClockParams.builder()
                .by("P1M")
                .build();
        TestClock testClock = svc.testClock().advance(params);
        System.out.println(testClock);
    }
}
