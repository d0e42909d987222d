package com.svc.payments;

import com.svc.payments.resources.Resources;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A client of the service, for one API key. Create one for the life of a program and share it between threads. It need not
 * be closed.
 *
 * <pre>{@code
 * Svc svc = Svc.builder().apiKey("sk_test_...").baseUrl("https://payments.example.com").build();
 * Payment payment = svc.payments().create(CreatePaymentParams.builder().amount(Amount.of(1000, "USD")).build());
 * }</pre>
 *
 * <p>Calls throw an {@link SvcException}. If its thread is interrupted, a call ends with a
 * {@link java.util.concurrent.CancellationException}, and the interrupt flag stays set.
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
     * @return a builder, which needs a key and a URL
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
         * The URL of the service. A path in it is kept.
         *
         * @param address such as {@code https://payments.example.com}
         * @return this builder
         */
        public Builder baseUrl(String address) {
            baseUrl = address;
            return this;
        }

        /**
         * The time for one attempt including its response. For a stream or a file, the longest time without data. The
         * default is 60 seconds.
         *
         * @param limit above 0
         * @return this builder
         */
        public Builder timeout(Duration limit) {
            timeout = Limits.checked("timeout", limit);
            return this;
        }

        /**
         * The time for a whole call including attempts and waits. By default there is no limit.
         *
         * @param limit above 0
         * @return this builder
         */
        public Builder totalTimeout(Duration limit) {
            totalTimeout = Limits.checked("totalTimeout", limit);
            return this;
        }

        /**
         * The number of retries after temporary failures. The default is 2.
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
         * @throws IllegalArgumentException if it cannot be sent, with a message without the value, and for an
         *     idempotency key, which belongs to one call
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
         * Sends the requests, for your own proxies and certificates. The default client uses HTTP/1.1 and the proxy of the
         * JVM's system properties. A client that uses HTTP/2, or has an authenticator, may itself send a GET again whose
         * connection was closed.
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
         * @throws IllegalArgumentException if the key or the URL is invalid
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
