import com.svc.payments.FileDownload;
import com.svc.payments.Svc;
import java.nio.file.Path;

public final class DownloadReport {
    public static void main(String[] args) throws Exception {
        Svc svc = Svc.builder()
                .apiKey(System.getenv("SVC_API_KEY"))
                .baseUrl(System.getenv("SVC_API_BASE"))
                .build();

        try (FileDownload file = svc.reports().download("rep_249801938345984050")) {
            file.saveTo(Path.of("report.csv"));
        }
    }
}
