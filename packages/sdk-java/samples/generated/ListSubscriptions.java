import com.svc.payments.Svc;
import com.svc.payments.models.Subscription;
import com.svc.payments.models.SubscriptionStatus;
import com.svc.payments.params.ListSubscriptionsParams;

public final class ListSubscriptions {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListSubscriptionsParams params = ListSubscriptionsParams.builder()
                .status(SubscriptionStatus.SCHEDULED)
                .build();
        for (Subscription subscription : svc.subscriptions().list(params)) {
            System.out.println(subscription.id());
        }
    }
}
