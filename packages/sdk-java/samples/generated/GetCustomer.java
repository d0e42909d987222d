import com.svc.payments.Svc;
import com.svc.payments.models.Customer;

public final class GetCustomer {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        Customer customer = svc.customers().retrieve("cust_249801938345984002");
        System.out.println(customer.id());
    }
}
