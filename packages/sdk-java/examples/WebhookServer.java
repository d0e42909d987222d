import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.svc.payments.WebhookVerificationException;
import com.svc.payments.Webhooks;
import com.svc.payments.models.PaymentCompletedEvent;
import com.svc.payments.models.WebhookEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Takes webhook deliveries at the port that is its argument, 0 for any free one. It needs WEBHOOK_SECRET. */
public final class WebhookServer {
    public static void main(String[] args) throws IOException {
        int port = Integer.parseInt(args[0]);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", WebhookServer::take);
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private static void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        try {
            WebhookEvent event = Webhooks.verify(
                    body, exchange.getRequestHeaders(), System.getenv("WEBHOOK_SECRET"), Duration.ofMinutes(5));
            event.as(PaymentCompletedEvent.class)
                    .ifPresent(paid -> System.out.println("paid " + paid.data().id() + " " + paid.data().amount().value()));
            answer(exchange, 200, "thanks");
        } catch (WebhookVerificationException refusal) {
            answer(exchange, 400, refusal.code());
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
