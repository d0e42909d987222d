package com.svc.payments;

import com.svc.payments.models.Problem;

/** 500 and above: the service, or a proxy before it, failed. */
public final class InternalServerException extends ApiException {
    private static final long serialVersionUID = 1L;

    InternalServerException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
