import com.svc.payments.Svc;
import com.svc.payments.models.LoggedRequest;

public final class GetRequest {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        LoggedRequest loggedRequest = svc.requests().retrieve("req_01a1fd70f1c0c0ffee5eed00b00c1e77");
        System.out.println(loggedRequest.id());
    }
}
