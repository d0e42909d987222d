import com.svc.payments.Svc;
import com.svc.payments.models.Customer;

public final class ListCustomers {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        for (Customer customer : svc.customers().list()) {
            System.out.println(customer.id());
        }
    }
}
