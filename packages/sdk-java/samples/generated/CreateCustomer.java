import com.svc.payments.Svc;
import com.svc.payments.models.AddressInput;
import com.svc.payments.models.Customer;
import com.svc.payments.models.CustomerPreferencesInput;
import com.svc.payments.params.CreateCustomerParams;
import java.util.Map;

public final class CreateCustomer {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        CreateCustomerParams params = CreateCustomerParams.builder()
                .email("ada@example.com")
                .firstName("Ada")
                .lastName("Lovelace")
                .phone("+44 20 7946 0958")
                .address(AddressInput.builder()
                        .line1("12 St James Square")
                        .city("London")
                        .postalCode("SW1Y 4JH")
                        .country("GB")
                        .build())
                .preferences(CustomerPreferencesInput.builder()
                        .locale("en-GB")
                        .currency("GBP")
                        .build())
                .metadata(Map.of("crmId", "A-1042"))
                .build();
        Customer customer = svc.customers().create(params);
        System.out.println(customer.id());
    }
}
