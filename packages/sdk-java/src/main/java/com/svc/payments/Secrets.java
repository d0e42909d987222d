package com.svc.payments;

/** Secrets of webhooks as they are handed in. */
final class Secrets {
    private Secrets() {
    }

    static String checked(String secret) {
        if (secret == null || secret.isEmpty()) {
            throw new IllegalArgumentException("The secret of the webhook is needed");
        }
        return secret;
    }
}
