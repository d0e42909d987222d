package com.svc.payments;

import com.svc.payments.resources.Resources;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A client of the service, for one API key. Make one for the life of a program and share it between threads; it needs no
 * closing.
 *
 * <pre>{@code
 * Svc svc = Svc.builder().apiKey("sk_test_...").baseUrl("https://payments.example.com").build();
 * Payment payment = svc.payments().create(CreatePaymentParams.builder().amount(Amount.of(1000, "USD")).build());
 * }</pre>
 *
 * <p>Calls throw an {@link SvcException}. A call whose thread is interrupted ends with a
 * {@link java.util.concurrent.CancellationException}, and leaves the thread's flag set.
 */
public final class Svc extends Resources {
    private final String baseUrl;

    private Svc(ClientOptions options, HttpClient http) {
        super(new Transport(options, http));
        this.baseUrl = options.baseUrl();
    }

    /**
     * Makes a client.
     *
     * @return a builder; it needs a key and an address
     */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String toString() {
        return "Svc[" + baseUrl + "]";
    }

    /** Makes a {@link Svc}. */
    public static final class Builder {
        private String apiKey;
        private String baseUrl;
        private Duration timeout = Duration.ofSeconds(60);
        private Duration totalTimeout;
        private int maxRetries = 2;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private Consumer<? super CallEvent> hook;
        private HttpClient http;

        private Builder() {
        }

        /**
         * The key. Nothing is read from the environment.
         *
         * @param key starts with {@code sk_test_} or {@code sk_live_}
         * @return this builder
         */
        public Builder apiKey(String key) {
            apiKey = key;
            return this;
        }

        /**
         * The address of the service; a path in it is kept.
         *
         * @param address such as {@code https://payments.example.com}
         * @return this builder
         */
        public Builder baseUrl(String address) {
            baseUrl = address;
            return this;
        }

        /**
         * How long one attempt may take, answer included; of a stream or a file, each silence. 60 seconds unless it is
         * set.
         *
         * @param limit above 0
         * @return this builder
         */
        public Builder timeout(Duration limit) {
            timeout = Limits.checked("timeout", limit);
            return this;
        }

        /**
         * How long a whole call may take, attempts and waits. It may take any time unless it is set.
         *
         * @param limit above 0
         * @return this builder
         */
        public Builder totalTimeout(Duration limit) {
            totalTimeout = Limits.checked("totalTimeout", limit);
            return this;
        }

        /**
         * How often a call is attempted again when that may help. Twice unless it is set.
         *
         * @param times 0 or more
         * @return this builder
         */
        public Builder maxRetries(int times) {
            maxRetries = Limits.checked(times);
            return this;
        }

        /**
         * A header for every request.
         *
         * @param name of the header
         * @param value of visible ASCII characters, spaces and tabs
         * @return this builder
         * @throws IllegalArgumentException when it cannot be sent so, which the message says without the value, and for an
         *     idempotency key, which is for one call
         */
        public Builder header(String name, String value) {
            if (SentHeaders.IDEMPOTENCY_KEY.equalsIgnoreCase(name)) {
                throw new IllegalArgumentException("An Idempotency-Key is for one call: give it with RequestOptions");
            }
            SentHeaders.put(headers, name, value);
            return this;
        }

        /**
         * Headers for every request.
         *
         * @param all values by name
         * @return this builder
         */
        public Builder headers(Map<String, String> all) {
            all.forEach(this::header);
            return this;
        }

        /**
         * Receives each request, response, failure and wait, for logs, on the calling thread. Its exceptions are
         * ignored.
         *
         * @param listener never receives a key, the value of a header, a query or a body
         * @return this builder
         */
        public Builder onEvent(Consumer<? super CallEvent> listener) {
            hook = listener;
            return this;
        }

        /**
         * What sends the requests, for proxies and certificates of your own. Without it the client has one that speaks
         * HTTP/1.1, and takes the proxy that the JVM's properties name. One that speaks HTTP/2, or has an authenticator,
         * may itself send a GET once more whose connection broke off.
         *
         * @param client must not follow redirects: the key would go with them
         * @return this builder
         */
        public Builder httpClient(HttpClient client) {
            if (client.followRedirects() != HttpClient.Redirect.NEVER) {
                throw new IllegalArgumentException("httpClient must not follow redirects");
            }
            http = client;
            return this;
        }

        /**
         * Makes the client.
         *
         * @return a new one
         * @throws IllegalArgumentException when the key or the address cannot be right
         */
        public Svc build() {
            Limits limits = new Limits(timeout, totalTimeout, maxRetries);
            ClientOptions options = new ClientOptions(apiKey, baseUrl, limits, headers, hook);
            return new Svc(options, http == null ? ownClient() : http);
        }

        private static HttpClient ownClient() {
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
        }
    }
}
