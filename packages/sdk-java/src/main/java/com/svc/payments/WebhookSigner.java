package com.svc.payments;

import com.svc.payments.internal.Json;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Signs bodies like the service, to test a handler. It is immutable and can be shared. */
public final class WebhookSigner {
    private final String secret;
    private final String nextSecret;
    private final String eventId;
    private final Instant timestamp;

    private WebhookSigner(String secret, String nextSecret, String eventId, Instant timestamp) {
        this.secret = Secrets.checked(secret);
        this.nextSecret = nextSecret;
        this.eventId = eventId;
        this.timestamp = timestamp;
    }

    /**
     * A signer that signs now, for the event in the body. If the body has no {@code id}, the event is {@code evt_1}.
     *
     * @param secret of the webhook
     * @return a new one
     */
    public static WebhookSigner of(String secret) {
        return new WebhookSigner(secret, null, null, null);
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
     * A signer for an event with this id, whatever is in the body.
     *
     * @param id of the event
     * @return a new one
     * @throws IllegalArgumentException if it is null or empty
     */
    public WebhookSigner eventId(String id) {
        if (id == null || id.isEmpty()) {
            throw new IllegalArgumentException("eventId must not be null or empty");
        }
        return new WebhookSigner(secret, nextSecret, id, timestamp);
    }

    /**
     * A signer with another time than now.
     *
     * @param time whole seconds of it are signed
     * @return a new one
     * @throws IllegalArgumentException if it is null or before 1970
     */
    public WebhookSigner timestamp(Instant time) {
        if (time == null || time.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException("timestamp must not be null or before 1970");
        }
        return new WebhookSigner(secret, nextSecret, eventId, time);
    }

    /**
     * The headers with which the service would deliver a body.
     *
     * @param body the exact body of the request
     * @return values by name, in the order in which the service sends them
     * @throws IllegalArgumentException if it is null
     */
    public Map<String, String> sign(byte[] body) {
        if (body == null) {
            throw new IllegalArgumentException("body must not be null");
        }
        String seconds = String.valueOf((timestamp == null ? Instant.now() : timestamp).getEpochSecond());
        String id = eventId == null ? idIn(body) : eventId;
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Svc-Signature", own(secret, body));
        if (nextSecret != null) {
            headers.put("Svc-Signature-Next", own(nextSecret, body));
        }
        headers.put("Svc-Event-Id", id);
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", seconds);
        String next = nextSecret == null ? "" : " " + standard(nextSecret, id, seconds, body);
        headers.put("webhook-signature", standard(secret, id, seconds, body) + next);
        return headers;
    }

    private static String own(String key, byte[] body) {
        return "sha256=" + String.format("%064x", new BigInteger(1, Signatures.own(key, body)));
    }

    private static String standard(String key, String id, String seconds, byte[] body) {
        return "v1," + Base64.getEncoder().encodeToString(Signatures.standard(key, id, seconds, body));
    }

    /** The id of the event in a body. A test may also sign a body that is no event. */
    private static String idIn(byte[] body) {
        return Json.object(body)
                .map(event -> event.get("id"))
                .filter(id -> id instanceof String && !((String) id).isEmpty())
                .map(String.class::cast)
                .orElse("evt_1");
    }
}
