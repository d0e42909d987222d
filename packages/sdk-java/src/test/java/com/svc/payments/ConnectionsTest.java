package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections, seen from the server: kept after a complete response, closed otherwise. */
@TestInstance(TestInstance.Lifecycle.PER_METHOD)
final class ConnectionsTest {
    private static final String PAYMENT = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    private static final String OPEN =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n: a\n\n\n\r\n";

    private final BlockingQueue<Boolean> ended = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private volatile String answer;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(() -> {
            while (!server.isClosed()) {
                try {
                    serve(server.accept());
                } catch (IOException closed) {
                    return;
                }
            }
        });
        acceptor.setDaemon(true);
        acceptor.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** Answers each request of a connection, and notes its end. */
    private void serve(Socket socket) {
        begun.add("connection");
        Thread thread = new Thread(() -> {
            try (socket) {
                InputStream input = socket.getInputStream();
                byte[] request = new byte[65_536];
                // The requests of these tests have no body and come in one piece.
                while (input.read(request) >= 0) {
                    begun.add("request");
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException reset) {
                begun.add("reset");
            } finally {
                ended.add(true);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private String base() {
        return "http://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    private Svc client() {
        return Svc.builder().apiKey("sk_test_1").baseUrl(base()).build();
    }

    private void assertGivenUp() throws InterruptedException {
        assertTrue(Boolean.TRUE.equals(ended.poll(20, TimeUnit.SECONDS)), "the connection has ended");
    }

    @Test
    void callsOneAfterAnotherShareAConnection() {
        answer = PAYMENT;
        Svc svc = client();
        for (int count = 0; count < 20; count += 1) {
            svc.payments().retrieve("pay_1");
        }
        assertEquals(1, begun.stream().filter("connection"::equals).count());
        assertEquals(20, begun.stream().filter("request"::equals).count());
    }

    /** The JDK makes an error of these, as for a connection that broke off, when it has an authenticator to ask. */
    @ParameterizedTest
    @ValueSource(ints = {401, 407})
    void aRefusalWithoutAChallengeIsOneToClientsWithAnAuthenticatorAsWell(int status) {
        answer = "HTTP/1.1 " + status + " No\r\nContent-Length: 0\r\n\r\n";
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .authenticator(new Authenticator() { }).build();
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl(base()).httpClient(http).build();
        ApiException refusal = assertThrows(ApiException.class, () -> svc.payments().retrieve("pay_1"));
        assertEquals(status, refusal.statusCode());
        assertEquals(status == 401, refusal instanceof AuthenticationException);
        assertTrue(refusal.getMessage().contains("authenticator"), refusal.getMessage());
        assertEquals(1, begun.stream().filter("request"::equals).count());
    }

    @ParameterizedTest
    @CsvSource({"http://127.0.0.1:1,could not be made", "http://payments.invalid,not known"})
    void anErrorSaysInWordsWhyNoAnswerCame(String address, String reason) {
        Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl(address).maxRetries(0).build();
        String message = assertThrows(ConnectionException.class, () -> svc.payments().retrieve("pay_1")).getMessage();
        assertTrue(message.contains(address) && message.contains(reason), message);
    }

    @Test
    void aStreamThatIsClosedGivesItsConnectionUp() throws InterruptedException {
        answer = OPEN;
        try (EventStream stream = client().events().stream()) {
            assertTrue(stream.lastEventId().isEmpty());
        }
        assertGivenUp();
    }

    @Test
    void aFileThatIsLeftGivesItsConnectionUp() throws Exception {
        answer = OPEN;
        try (FileDownload file = client().reports().download("rep_1"); InputStream input = file.inputStream()) {
            assertEquals(':', input.read());
        }
        assertGivenUp();
    }

    @Test
    void whatIsNoStreamIsGivenUp() throws InterruptedException {
        answer = OPEN.replace("text/event-stream", "text/html");
        assertThrows(InvalidResponseException.class, () -> client().events().stream());
        assertGivenUp();
    }

    @Test
    void anInterruptedCallGivesItsConnectionUp() throws InterruptedException {
        answer = "";
        Svc svc = client();
        Thread caller = new Thread(() -> {
            try {
                svc.payments().retrieve("pay_1");
            } catch (CancellationException expected) {
                begun.add("cancelled");
            }
        });
        caller.start();
        assertEquals("connection", begun.poll(20, TimeUnit.SECONDS));
        assertEquals("request", begun.poll(20, TimeUnit.SECONDS));
        caller.interrupt();
        assertEquals("cancelled", begun.poll(20, TimeUnit.SECONDS));
        assertGivenUp();
    }
}
