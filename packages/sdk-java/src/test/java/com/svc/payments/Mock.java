package com.svc.payments;

import com.svc.payments.internal.Json;
import com.svc.payments.internal.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The mock server of the vectors. */
final class Mock implements AutoCloseable {
    private final Program server;
    private final String address;
    private final HttpClient http = HttpClient.newHttpClient();

    Mock() throws IOException {
        server = Program.node("server.mjs");
        address = server.line();
    }

    /** Begins a case with these answers, and tells the address for its client. */
    String begin(List<?> answers) {
        byte[] body = Json.bytes(Map.of("answers", answers));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + "/_cases"));
        return address + "/" + send(request.POST(HttpRequest.BodyPublishers.ofByteArray(body)).build()).get("id");
    }

    /** What has arrived for the case of this address. */
    List<Map<String, Object>> noted(String base) {
        String id = base.substring(base.lastIndexOf('/') + 1);
        JsonObject found = send(HttpRequest.newBuilder(URI.create(address + "/_cases/" + id)).build());
        return ((List<?>) found.get("requests")).stream()
                .map(each -> (Map<String, Object>) (JsonObject) each)
                .collect(Collectors.toList());
    }

    private JsonObject send(HttpRequest request) {
        try {
            return Json.object(http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body()).orElseThrow();
        } catch (IOException | InterruptedException cause) {
            throw new IllegalStateException(cause);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
