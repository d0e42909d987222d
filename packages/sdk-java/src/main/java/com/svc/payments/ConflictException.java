package com.svc.payments;

import com.svc.payments.models.Problem;

/** 409: the state of the object does not allow this, or the same request is still in progress. */
public final class ConflictException extends ApiException {
    private static final long serialVersionUID = 1L;

    ConflictException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
