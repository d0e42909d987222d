import com.svc.payments.Svc;
import com.svc.payments.models.Subscription;

public final class GetSubscription {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Subscription subscription = svc.subscriptions().retrieve("sub_249801938345984001");
        System.out.println(subscription.id());
    }
}
