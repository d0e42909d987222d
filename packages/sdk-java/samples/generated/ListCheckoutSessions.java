import com.svc.payments.Svc;
import com.svc.payments.models.CheckoutSession;
import com.svc.payments.models.CheckoutSessionStatus;
import com.svc.payments.params.ListCheckoutSessionsParams;

public final class ListCheckoutSessions {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListCheckoutSessionsParams params = ListCheckoutSessionsParams.builder()
                .status(CheckoutSessionStatus.OPEN)
                .build();
        for (CheckoutSession checkoutSession : svc.checkoutSessions().list(params)) {
            System.out.println(checkoutSession.id());
        }
    }
}
