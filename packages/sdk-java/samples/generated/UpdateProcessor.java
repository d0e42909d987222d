import com.svc.payments.Svc;
import com.svc.payments.models.Processor;
import com.svc.payments.params.UpdateProcessorParams;

public final class UpdateProcessor {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        UpdateProcessorParams params = UpdateProcessorParams.builder()
                .enabled(false)
                .build();
        Processor processor = svc.processors().update("proc_249801938345984050", params);
        System.out.println(processor.id());
    }
}
