import com.svc.payments.Svc;
import com.svc.payments.models.CheckoutSession;

public final class ExpireCheckoutSession {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CheckoutSession checkoutSession = svc.checkoutSessions().expire("cs_249801938345984060");
        System.out.println(checkoutSession.id());
    }
}
