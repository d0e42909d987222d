import com.svc.payments.Svc;
import com.svc.payments.models.Processor;
import com.svc.payments.models.ProcessorCredentials;
import com.svc.payments.models.ProcessorKind;
import com.svc.payments.params.CreateProcessorParams;
import java.util.List;

public final class CreateProcessor {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreateProcessorParams params = CreateProcessorParams.builder()
                .kind(ProcessorKind.HTTP)
                .name("Example Acquirer")
                .priority(10)
                .currencies(List.of("EUR", "USD"))
                .credentials(ProcessorCredentials.builder()
                        .url("https://acquirer.example.com/svc")
                        .apiKey("acq_live_5f2b8c1d9e")
                        .callbackSecret("whsec_BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=")
                        .build())
                .build();
        Processor processor = svc.processors().create(params);
        System.out.println(processor.id());
    }
}
