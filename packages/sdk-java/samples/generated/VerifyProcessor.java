import com.svc.payments.Svc;
import com.svc.payments.models.ProcessorVerification;

public final class VerifyProcessor {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ProcessorVerification processorVerification = svc.processors().verify("proc_249801938345984050");
        System.out.println(processorVerification);
    }
}
