package com.svc.payments;

/**
 * The status says success, but the answer is not what the contract says: most likely {@code baseUrl} leads elsewhere. The
 * request may have taken effect.
 */
public final class InvalidResponseException extends SvcException {
    private static final long serialVersionUID = 1L;

    InvalidResponseException(String reason, Answer answer) {
        super("The response with status " + answer.status() + " " + reason + ".", "invalid_response", answer, null, null);
    }
}
