package com.svc.payments;

import com.svc.payments.models.Problem;

/** 412 and 428: the object has changed since you read it, or If-Match is missing. */
public final class PreconditionException extends ApiException {
    private static final long serialVersionUID = 1L;

    PreconditionException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
