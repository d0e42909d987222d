package com.svc.payments;

import com.svc.payments.models.Problem;

/** 403: the key may not do this. */
public final class PermissionDeniedException extends ApiException {
    private static final long serialVersionUID = 1L;

    PermissionDeniedException(String message, String code, Answer answer, Problem problem) {
        super(message, code, answer, problem);
    }
}
