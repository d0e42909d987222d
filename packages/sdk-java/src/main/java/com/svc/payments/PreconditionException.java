package com.svc.payments;

import com.svc.payments.models.Problem;

/** 412 and 428: the object has changed since it was seen, or what was seen must be named. */
public final class PreconditionException extends ApiException {
    private static final long serialVersionUID = 1L;

    PreconditionException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
