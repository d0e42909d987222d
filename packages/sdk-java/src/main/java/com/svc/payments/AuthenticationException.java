package com.svc.payments;

import com.svc.payments.models.Problem;

/** 401: the key is missing, unknown, expired or revoked. */
public final class AuthenticationException extends ApiException {
    private static final long serialVersionUID = 1L;

    AuthenticationException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
