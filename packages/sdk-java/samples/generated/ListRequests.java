import com.svc.payments.Svc;
import com.svc.payments.models.LoggedRequest;
import com.svc.payments.models.RequestStatus;
import com.svc.payments.params.ListRequestsParams;

public final class ListRequests {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        ListRequestsParams params = ListRequestsParams.builder()
                .status(RequestStatus._2XX)
                .build();
        for (LoggedRequest loggedRequest : svc.requests().list(params)) {
            System.out.println(loggedRequest.id());
        }
    }
}
