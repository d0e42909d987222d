package com.svc.payments;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The options of one call. They override those of the client. */
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
     * Options that use all values of the client.
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
     * Options with only this key. With the same key, the same work is done once, however often it is requested.
     *
     * @param key such as {@code order-1042}: 1 to 255 visible ASCII characters
     * @return a new one
     * @throws IllegalArgumentException if it is invalid
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
         * The time for one attempt including its response. For a stream or a file, the longest time without data.
         *
         * @param limit above 0
         * @return this builder
         */
        public Builder timeout(Duration limit) {
            timeout = Limits.checked("timeout", limit);
            return this;
        }

        /**
         * The time for the whole call including attempts and waits.
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
         * Removes the client's time limit for the whole call.
         *
         * @return this builder
         */
        public Builder noTotalTimeout() {
            totalTimeout = null;
            unlimited = true;
            return this;
        }

        /**
         * The number of retries after temporary failures.
         *
         * @param times 0 or more
         * @return this builder
         */
        public Builder maxRetries(int times) {
            maxRetries = Limits.checked(times);
            return this;
        }

        /**
         * The idempotency key, with which the service does this work once. Only calls that create or do something accept
         * one. By default the library generates one for the attempts of the call.
         *
         * @param key such as {@code order-1042}: 1 to 255 visible ASCII characters
         * @return this builder
         * @throws IllegalArgumentException if it is invalid
         */
        public Builder idempotencyKey(String key) {
            idempotencyKey = SentHeaders.checkedKey(Objects.requireNonNull(key, "idempotencyKey"));
            return this;
        }

        /**
         * A header of this call. Replaces the client's value.
         *
         * @param name of the header, in any case
         * @param value of visible ASCII characters, spaces and tabs
         * @return this builder
         * @throws IllegalArgumentException if it cannot be sent; the message does not contain the value
         */
        public Builder header(String name, String value) {
            SentHeaders.put(headers, name, value);
            return this;
        }

        /**
         * Headers of this call. They replace the client's values.
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
