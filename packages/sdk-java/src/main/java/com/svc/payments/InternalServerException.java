package com.svc.payments;

import com.svc.payments.models.Problem;

/** 500 and above: the service, or something before it, has failed. */
public final class InternalServerException extends ApiException {
    private static final long serialVersionUID = 1L;

    InternalServerException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
