import com.svc.payments.Svc;

public final class DeletePaymentMethod {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        svc.customers().removePaymentMethod("cust_249801938345984002", "pm_249801938345984003");
    }
}
