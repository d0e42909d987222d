package com.svc.payments;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Signs bodies like the service, to test a handler. It is immutable and can be shared. */
public final class WebhookSigner {
    private final String secret;
    private final String nextSecret;
    private final String eventId;
    private final Instant timestamp;

    private WebhookSigner(String secret, String nextSecret, String eventId, Instant timestamp) {
        this.secret = Secrets.checked(secret);
        this.nextSecret = nextSecret;
        this.eventId = Objects.requireNonNull(eventId, "eventId");
        this.timestamp = timestamp;
    }

    /**
     * A signer that signs now, for the event {@code evt_1}.
     *
     * @param secret of the webhook
     * @return a new one
     */
    public static WebhookSigner of(String secret) {
        return new WebhookSigner(secret, null, "evt_1", null);
    }

    /**
     * A signer with two secrets, as during a rotation.
     *
     * @param next the new secret
     * @return a new one
     */
    public WebhookSigner nextSecret(String next) {
        return new WebhookSigner(secret, Secrets.checked(next), eventId, timestamp);
    }

    /**
     * A signer for another event.
     *
     * @param id of the event in the body
     * @return a new one
     */
    public WebhookSigner eventId(String id) {
        return new WebhookSigner(secret, nextSecret, id, timestamp);
    }

    /**
     * A signer with another time than now.
     *
     * @param time whole seconds of it are signed
     * @return a new one
     */
    public WebhookSigner timestamp(Instant time) {
        return new WebhookSigner(secret, nextSecret, eventId, time);
    }

    /**
     * The headers with which the service would deliver a body.
     *
     * @param body the exact body of the request
     * @return values by name, in the order in which the service sends them
     */
    public Map<String, String> sign(byte[] body) {
        String seconds = String.valueOf((timestamp == null ? Instant.now() : timestamp).getEpochSecond());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Svc-Signature", own(secret, body));
        if (nextSecret != null) {
            headers.put("Svc-Signature-Next", own(nextSecret, body));
        }
        headers.put("Svc-Event-Id", eventId);
        headers.put("webhook-id", eventId);
        headers.put("webhook-timestamp", seconds);
        String next = nextSecret == null ? "" : " " + standard(nextSecret, seconds, body);
        headers.put("webhook-signature", standard(secret, seconds, body) + next);
        return headers;
    }

    private static String own(String key, byte[] body) {
        return "sha256=" + String.format("%064x", new BigInteger(1, Signatures.own(key, body)));
    }

    private String standard(String key, String seconds, byte[] body) {
        return "v1," + Base64.getEncoder().encodeToString(Signatures.standard(key, eventId, seconds, body));
    }
}
