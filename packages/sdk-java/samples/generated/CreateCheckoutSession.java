import com.svc.payments.Svc;
import com.svc.payments.models.Amount;
import com.svc.payments.models.CheckoutLineItem;
import com.svc.payments.models.CheckoutSession;
import com.svc.payments.models.CreateCheckoutSessionMode;
import com.svc.payments.params.CreateCheckoutSessionParams;
import java.util.List;

public final class CreateCheckoutSession {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreateCheckoutSessionParams params = CreateCheckoutSessionParams.builder()
                .mode(CreateCheckoutSessionMode.PAYMENT)
                .amount(Amount.of(2500, "EUR"))
                .description("Order 1042")
                .lineItems(List.of(CheckoutLineItem.of("Tea", 2, Amount.of(1250, "EUR"))))
                .reference("order-1042")
                .successUrl("https://shop.example.com/paid")
                .cancelUrl("https://shop.example.com/cart")
                .build();
        CheckoutSession checkoutSession = svc.checkoutSessions().create(params);
        System.out.println(checkoutSession.id());
    }
}
