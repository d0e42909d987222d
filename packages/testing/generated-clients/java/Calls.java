import gen.ApiClient;
import gen.ApiException;
import gen.api.PaymentsApi;
import gen.model.Amount;
import gen.model.CreatePayment;
import gen.model.Payment;
import gen.model.PaymentPage;

/** Calls the service with the client that openapi-generator generates from the contract. Fails at an unexpected result. */
public final class Calls {
    public static void main(String[] args) throws ApiException {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("SVC_URL"));
        client.setRequestInterceptor(
                request -> request.header("Authorization", "Bearer " + System.getenv("SVC_KEY")));
        PaymentsApi payments = new PaymentsApi(client);

        CreatePayment order = new CreatePayment().amount(new Amount().value(1000L).currency("USD"));
        Payment created = payments.createPayment(order, null, null, null);
        expect(created.getAmount().getValue() == 1000, "createPayment: " + created);

        PaymentPage page =
                payments.listPayments(null, null, null, null, null, null, null, null, null, null, null, null, null, null);
        expect(page.getData().get(0).getId().equals(created.getId()), "listPayments: " + page);

        try {
            payments.getPayment("pay_1");
            throw new AssertionError("getPayment of a payment that is not there succeeded");
        } catch (ApiException missing) {
            expect(missing.getCode() == 404, "a problem: " + missing.getCode());
            expect(missing.getResponseBody().contains("\"code\":\"not_found\""), missing.getResponseBody());
        }
        System.out.println("ok");
    }

    private static void expect(boolean holds, String what) {
        if (!holds) throw new AssertionError("not as expected: " + what);
    }
}
