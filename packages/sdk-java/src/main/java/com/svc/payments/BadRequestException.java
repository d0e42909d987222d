package com.svc.payments;

import com.svc.payments.models.Problem;

/** 400: the request is malformed. */
public final class BadRequestException extends ApiException {
    private static final long serialVersionUID = 1L;

    BadRequestException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
