package com.svc.payments;

import com.svc.payments.models.Problem;

/** 404: there is no such object in this account and mode. */
public final class NotFoundException extends ApiException {
    private static final long serialVersionUID = 1L;

    NotFoundException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
