package com.svc.payments;

import com.svc.payments.models.Problem;

/** 422: values of the request are invalid. See {@link #fieldErrors()}. */
public final class UnprocessableEntityException extends ApiException {
    private static final long serialVersionUID = 1L;

    UnprocessableEntityException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
