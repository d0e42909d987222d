package com.svc.payments;

import com.svc.payments.models.Problem;

/** 404: there is no such object, or it is another account's or mode's. */
public final class NotFoundException extends ApiException {
    private static final long serialVersionUID = 1L;

    NotFoundException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
