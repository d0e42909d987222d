package com.svc.payments;

import java.net.http.HttpHeaders;
import java.util.Optional;

/** An answer that has been read; one that is taken as it comes has no body here. */
final class Answer {
    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    Answer(int status, HttpHeaders headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    int status() {
        return status;
    }

    HttpHeaders headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    Answer withBody(byte[] whole) {
        return new Answer(status, headers, whole);
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    Optional<String> requestId() {
        return headers.firstValue("Request-Id");
    }

    /** Such as {@code text/csv}; empty when the answer does not say. */
    String mediaType() {
        return headers.firstValue("Content-Type").orElse("").split(";", 2)[0].trim();
    }
}
