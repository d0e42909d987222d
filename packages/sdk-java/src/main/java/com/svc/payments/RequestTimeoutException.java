package com.svc.payments;

/** No complete answer came in time: the request may or may not have taken effect. */
public final class RequestTimeoutException extends ConnectionException {
    private static final long serialVersionUID = 1L;

    RequestTimeoutException(String message) {
        super(message, "timeout", null);
    }
}
