import com.svc.payments.Svc;
import com.svc.payments.models.Processor;

public final class ListProcessors {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        for (Processor processor : svc.processors().list()) {
            System.out.println(processor.id());
        }
    }
}
