package com.svc.payments;

/** There was no complete response in time. The request may or may not have taken effect. */
public final class RequestTimeoutException extends ConnectionException {
    private static final long serialVersionUID = 1L;

    RequestTimeoutException(String message) {
        super(message, "timeout", null);
    }
}
