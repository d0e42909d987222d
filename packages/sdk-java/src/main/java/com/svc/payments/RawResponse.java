package com.svc.payments;

import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * An answer with its head.
 *
 * @param <T> what the method answers without its head
 */
public final class RawResponse<T> {
    private final T value;
    private final Answer answer;

    RawResponse(T value, Answer answer) {
        this.value = value;
        this.answer = answer;
    }

    /**
     * What the method answers without its head.
     *
     * @return null for an answer without content
     */
    public T value() {
        return value;
    }

    /**
     * The HTTP status.
     *
     * @return from 200 to 299
     */
    public int status() {
        return answer.status();
    }

    /**
     * The headers, whose names may be asked for in any case: {@code headers().firstValue("ETag")}.
     *
     * @return never null
     */
    public HttpHeaders headers() {
        return answer.headers();
    }

    /**
     * Names the request in the service's logs.
     *
     * @return empty when the answer has none
     */
    public Optional<String> requestId() {
        return answer.requestId();
    }

    /**
     * The body as it came.
     *
     * @return a copy
     */
    public byte[] content() {
        return answer.body().clone();
    }
}
