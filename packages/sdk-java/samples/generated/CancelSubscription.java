import com.svc.payments.Svc;
import com.svc.payments.models.Subscription;
import com.svc.payments.params.CancelSubscriptionParams;

public final class CancelSubscription {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CancelSubscriptionParams params = CancelSubscriptionParams.builder()
                .atPeriodEnd(true)
                .build();
        Subscription subscription = svc.subscriptions().cancel("sub_249801938345984001", params);
        System.out.println(subscription.id());
    }
}
