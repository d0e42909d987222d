import com.svc.payments.Svc;
import com.svc.payments.models.Amount;
import com.svc.payments.models.Subscription;
import com.svc.payments.models.SubscriptionInterval;
import com.svc.payments.params.CreateSubscriptionParams;
import java.util.Map;

public final class CreateSubscription {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreateSubscriptionParams params = CreateSubscriptionParams.builder()
                .customerId("cust_249801938345984002")
                .amount(Amount.of(1000, "USD"))
                .interval(SubscriptionInterval.MONTH)
                .intervalCount(1)
                .description("Monthly plan")
                .metadata(Map.of("plan", "basic"))
                .build();
        Subscription subscription = svc.subscriptions().create(params);
        System.out.println(subscription.id());
    }
}
