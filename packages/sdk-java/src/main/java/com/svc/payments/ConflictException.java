package com.svc.payments;

import com.svc.payments.models.Problem;

/** 409: the object is in a state that does not allow this, or the work is being done already. */
public final class ConflictException extends ApiException {
    private static final long serialVersionUID = 1L;

    ConflictException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
