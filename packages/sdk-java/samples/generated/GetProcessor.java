import com.svc.payments.Svc;
import com.svc.payments.models.Processor;

public final class GetProcessor {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Processor processor = svc.processors().retrieve("proc_249801938345984050");
        System.out.println(processor.id());
    }
}
