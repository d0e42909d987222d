import com.svc.payments.Svc;

public final class DeleteProcessor {
    public static void main(String[] args) {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        svc.processors().delete("proc_249801938345984050");
    }
}
