import com.svc.payments.Svc;
import com.svc.payments.models.AddressPatch;
import com.svc.payments.models.Customer;
import com.svc.payments.models.CustomerPreferencesPatch;
import com.svc.payments.params.UpdateCustomerParams;

public final class UpdateCustomer {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        UpdateCustomerParams params = UpdateCustomerParams.builder()
                .removePhone()
                .address(AddressPatch.builder().line2("Flat 2").build())
                .preferences(CustomerPreferencesPatch.builder()
                        .emailReceipts(false)
                        .build())
                .build();
        Customer customer = svc.customers().update("cust_249801938345984002", params);
        System.out.println(customer.id());
    }
}
