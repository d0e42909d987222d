package com.svc.payments;

/**
 * There was no complete response. The request may or may not have taken effect. Repeated with its
 * {@link #idempotencyKey()} it is done once.
 */
public class ConnectionException extends SvcException {
    private static final long serialVersionUID = 1L;

    ConnectionException(String message, Throwable cause) {
        this(message, "connection_failed", cause);
    }

    ConnectionException(String message, String code, Throwable cause) {
        super(message, code, null, null, cause);
    }
}
