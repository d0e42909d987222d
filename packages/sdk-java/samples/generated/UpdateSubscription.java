import com.svc.payments.Svc;
import com.svc.payments.models.Amount;
import com.svc.payments.models.Subscription;
import com.svc.payments.params.UpdateSubscriptionParams;

public final class UpdateSubscription {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        UpdateSubscriptionParams params = UpdateSubscriptionParams.builder()
                .amount(Amount.of(1200, "USD"))
                .build();
        Subscription subscription = svc.subscriptions().update("sub_249801938345984001", params);
        System.out.println(subscription.id());
    }
}
