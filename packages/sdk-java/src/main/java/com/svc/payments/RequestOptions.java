package com.svc.payments;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** What can be said about one call, over what the client says about all. */
public final class RequestOptions {
    private static final RequestOptions NONE = builder().build();

    private final Duration timeout;
    private final Duration totalTimeout;
    private final boolean unlimited;
    private final Integer maxRetries;
    private final String idempotencyKey;
    private final Map<String, String> headers;

    private RequestOptions(Builder builder) {
        timeout = builder.timeout;
        totalTimeout = builder.totalTimeout;
        unlimited = builder.unlimited;
        maxRetries = builder.maxRetries;
        idempotencyKey = builder.idempotencyKey;
        headers = Map.copyOf(builder.headers);
    }

    /**
     * Options that leave all as the client says.
     *
     * @return the same ones each time
     */
    public static RequestOptions none() {
        return NONE;
    }

    /**
     * Makes options.
     *
     * @return a builder without any
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Options with this key alone: the same work is done once, however often it is asked for with the same key.
     *
     * @param key such as {@code order-1042}: 1 to 255 visible ASCII characters
     * @return a new one
     * @throws IllegalArgumentException when it is not so
     */
    public static RequestOptions withIdempotencyKey(String key) {
        return builder().idempotencyKey(key).build();
    }

    Limits over(Limits client) {
        return new Limits(
                timeout == null ? client.timeout() : timeout,
                unlimited || totalTimeout != null ? totalTimeout : client.totalTimeout(),
                maxRetries == null ? client.maxRetries() : maxRetries);
    }

    String idempotencyKey() {
        return idempotencyKey;
    }

    Map<String, String> headers() {
        return headers;
    }

    /** Makes {@link RequestOptions}. */
    public static final class Builder {
        private Duration timeout;
        private Duration totalTimeout;
        private boolean unlimited;
        private Integer maxRetries;
        private String idempotencyKey;
        private final Map<String, String> headers = new LinkedHashMap<>();

        private Builder() {
        }

        /**
         * How long one attempt may take, answer included; of a stream or a file, each silence.
         *
         * @param limit above 0
         * @return this builder
         */
        public Builder timeout(Duration limit) {
            timeout = Limits.checked("timeout", limit);
            return this;
        }

        /**
         * How long the whole call may take, attempts and waits.
         *
         * @param limit above 0
         * @return this builder
         */
        public Builder totalTimeout(Duration limit) {
            totalTimeout = Limits.checked("totalTimeout", limit);
            unlimited = false;
            return this;
        }

        /**
         * Lets the whole call take as long as it does, whatever the client says.
         *
         * @return this builder
         */
        public Builder noTotalTimeout() {
            totalTimeout = null;
            unlimited = true;
            return this;
        }

        /**
         * How often the call is attempted again when that may help.
         *
         * @param times 0 or more
         * @return this builder
         */
        public Builder maxRetries(int times) {
            maxRetries = Limits.checked(times);
            return this;
        }

        /**
         * The key under which the service does this work once. Only calls that make or do something take one; without
         * it they get one that lasts for the attempts of the call.
         *
         * @param key such as {@code order-1042}: 1 to 255 visible ASCII characters
         * @return this builder
         * @throws IllegalArgumentException when it is not so
         */
        public Builder idempotencyKey(String key) {
            idempotencyKey = SentHeaders.checkedKey(Objects.requireNonNull(key, "idempotencyKey"));
            return this;
        }

        /**
         * A header of this call, in place of the client's.
         *
         * @param name of the header, in any case
         * @param value of visible ASCII characters, spaces and tabs
         * @return this builder
         * @throws IllegalArgumentException when it cannot be sent so; the message does not show the value
         */
        public Builder header(String name, String value) {
            SentHeaders.put(headers, name, value);
            return this;
        }

        /**
         * Headers of this call, in place of the client's.
         *
         * @param all values by name
         * @return this builder
         */
        public Builder headers(Map<String, String> all) {
            all.forEach(this::header);
            return this;
        }

        /**
         * Makes the options.
         *
         * @return new ones
         */
        public RequestOptions build() {
            return new RequestOptions(this);
        }
    }
}
