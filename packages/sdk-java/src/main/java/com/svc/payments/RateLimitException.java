package com.svc.payments;

import com.svc.payments.models.Problem;

/** 429: too many requests. */
public final class RateLimitException extends ApiException {
    private static final long serialVersionUID = 1L;

    RateLimitException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
