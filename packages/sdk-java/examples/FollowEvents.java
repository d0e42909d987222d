import com.svc.payments.EventStream;
import com.svc.payments.StreamedEvent;
import com.svc.payments.Svc;
import com.svc.payments.models.Amount;
import com.svc.payments.models.PaymentCompletedEvent;
import com.svc.payments.params.CreatePaymentParams;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes payments and follows their events. It needs SVC_API_KEY (sk_test_...) and SVC_API_BASE. */
public final class FollowEvents {
    public static void main(String[] args) {
        Svc svc = Svc.builder().apiKey(System.getenv("SVC_API_KEY")).baseUrl(System.getenv("SVC_API_BASE")).build();
        Set<String> waiting = new HashSet<>();
        try (EventStream stream = svc.events().stream()) {
            for (long value : List.of(100L, 200L, 300L)) {
                Amount amount = Amount.of(value, "EUR");
                waiting.add(svc.payments().create(CreatePaymentParams.builder().amount(amount).build()).id());
            }
            for (StreamedEvent streamed : stream) {
                streamed.event().as(PaymentCompletedEvent.class).ifPresent(event -> waiting.remove(event.data().id()));
                if (waiting.isEmpty()) {
                    break;
                }
            }
        }
        System.out.println("completed 3");
    }
}
