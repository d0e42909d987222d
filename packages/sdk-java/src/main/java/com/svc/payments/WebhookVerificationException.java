package com.svc.payments;

/** The delivery is not authentic. Respond with 400 and do nothing else. */
public final class WebhookVerificationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The code of the error. */
    private final String code;

    WebhookVerificationException(String code, String message) {
        super(message);
        this.code = code;
    }

    /**
     * Why it is refused: {@code body_not_raw}, {@code signature_missing}, {@code signature_mismatch},
     * {@code timestamp_out_of_tolerance} or {@code body_not_json}.
     *
     * @return never null
     */
    public String code() {
        return code;
    }
}
