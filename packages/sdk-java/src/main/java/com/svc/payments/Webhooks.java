package com.svc.payments;

import com.svc.payments.models.WebhookEvent;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Signatures of webhook deliveries: {@code verify} for a handler, {@code sign} for its tests. For several secrets there
 * is {@link WebhookVerifier}, for more than one body and secret {@link WebhookSigner}.
 */
public final class Webhooks {
    private Webhooks() {
    }

    /**
     * Makes sure that a delivery comes from the service, and answers its event.
     *
     * @param rawBody the body as it came in, before anything has parsed it
     * @param headers of the request, in whatever case; values are texts, or collections of them
     * @param secret of the webhook; while it is being rotated, either one
     * @return the event, of the class of its type
     * @throws WebhookVerificationException when it cannot be trusted
     */
    public static WebhookEvent verify(byte[] rawBody, Map<String, ?> headers, String secret) {
        return WebhookVerifier.of(secret).verify(rawBody, headers);
    }

    /**
     * The same, and refuses deliveries that were signed too long ago, so that none can be replayed.
     *
     * @param rawBody the body as it came in, before anything has parsed it
     * @param headers of the request, in whatever case; values are texts, or collections of them
     * @param secret of the webhook; while it is being rotated, either one
     * @param tolerance by which the sender's clock may differ from ours
     * @return the event, of the class of its type
     * @throws WebhookVerificationException when it cannot be trusted
     */
    public static WebhookEvent verify(byte[] rawBody, Map<String, ?> headers, String secret, Duration tolerance) {
        return WebhookVerifier.of(secret).tolerance(tolerance).verify(rawBody, headers);
    }

    /**
     * Makes sure that a delivery comes from the service, and answers its event.
     *
     * @param rawBody the body as it came in, before anything has parsed it
     * @param header answers the header of a name, or null: {@code request::getHeader} of a servlet
     * @param secret of the webhook; while it is being rotated, either one
     * @return the event, of the class of its type
     * @throws WebhookVerificationException when it cannot be trusted
     */
    public static WebhookEvent verify(byte[] rawBody, UnaryOperator<String> header, String secret) {
        return WebhookVerifier.of(secret).verify(rawBody, header);
    }

    /**
     * The same, and refuses deliveries that were signed too long ago, so that none can be replayed.
     *
     * @param rawBody the body as it came in, before anything has parsed it
     * @param header answers the header of a name, or null: {@code request::getHeader} of a servlet
     * @param secret of the webhook; while it is being rotated, either one
     * @param tolerance by which the sender's clock may differ from ours
     * @return the event, of the class of its type
     * @throws WebhookVerificationException when it cannot be trusted
     */
    public static WebhookEvent verify(
            byte[] rawBody, UnaryOperator<String> header, String secret, Duration tolerance) {
        return WebhookVerifier.of(secret).tolerance(tolerance).verify(rawBody, header);
    }

    /**
     * The headers with which the service would deliver a body now, to test a handler with.
     *
     * @param body what the request will have, byte for byte
     * @param secret of the webhook
     * @return values by name, in the order in which the service sends them
     */
    public static Map<String, String> sign(byte[] body, String secret) {
        return WebhookSigner.of(secret).sign(body);
    }
}
