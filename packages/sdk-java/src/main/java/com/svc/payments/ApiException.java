package com.svc.payments;

import com.svc.payments.models.Problem;

/** The service, or a proxy before it, refused the request. */
public class ApiException extends SvcException {
    private static final long serialVersionUID = 1L;

    /** The HTTP status. */
    private final int statusCode;

    ApiException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem, null);
        this.statusCode = answer.status();
    }

    /**
     * The HTTP status, which such an error always has.
     *
     * @return 300 and above
     */
    public int statusCode() {
        return statusCode;
    }
}
