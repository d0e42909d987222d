import com.svc.payments.EventStream;
import com.svc.payments.StreamedEvent;
import com.svc.payments.Svc;

public final class StreamEvents {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        try (EventStream events = svc.events().stream()) {
            for (StreamedEvent each : events) {
                System.out.println(each.id() + " " + each.event().type());
            }
        }
    }
}
