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
     * Verifies that a delivery comes from the service, and returns its event.
     *
     * @param rawBody the body as it was received, before anything has parsed it
     * @param headers of the request, in any case; values are texts or collections of texts
     * @param secret of the webhook; during a rotation, either one
     * @return the event, of the class of its type
     * @throws WebhookVerificationException if it is not authentic
     */
    public static WebhookEvent verify(byte[] rawBody, Map<String, ?> headers, String secret) {
        return WebhookVerifier.of(secret).verify(rawBody, headers);
    }

    /**
     * The same, but refuses deliveries that were signed too long ago, so that none can be replayed.
     *
     * @param rawBody the body as it was received, before anything has parsed it
     * @param headers of the request, in any case; values are texts or collections of texts
     * @param secret of the webhook; during a rotation, either one
     * @param tolerance by which the sender's clock may differ from ours
     * @return the event, of the class of its type
     * @throws WebhookVerificationException if it is not authentic
     */
    public static WebhookEvent verify(byte[] rawBody, Map<String, ?> headers, String secret, Duration tolerance) {
        return WebhookVerifier.of(secret).tolerance(tolerance).verify(rawBody, headers);
    }

    /**
     * Verifies that a delivery comes from the service, and returns its event.
     *
     * @param rawBody the body as it was received, before anything has parsed it
     * @param header returns the header with a name, or null, for example {@code request::getHeader} of a servlet
     * @param secret of the webhook; during a rotation, either one
     * @return the event, of the class of its type
     * @throws WebhookVerificationException if it is not authentic
     */
    public static WebhookEvent verify(byte[] rawBody, UnaryOperator<String> header, String secret) {
        return WebhookVerifier.of(secret).verify(rawBody, header);
    }

    /**
     * The same, but refuses deliveries that were signed too long ago, so that none can be replayed.
     *
     * @param rawBody the body as it was received, before anything has parsed it
     * @param header returns the header with a name, or null, for example {@code request::getHeader} of a servlet
     * @param secret of the webhook; during a rotation, either one
     * @param tolerance by which the sender's clock may differ from ours
     * @return the event, of the class of its type
     * @throws WebhookVerificationException if it is not authentic
     */
    public static WebhookEvent verify(
            byte[] rawBody, UnaryOperator<String> header, String secret, Duration tolerance) {
        return WebhookVerifier.of(secret).tolerance(tolerance).verify(rawBody, header);
    }

    /**
     * The headers with which the service would deliver a body now, to test a handler.
     *
     * @param body the exact body of the request
     * @param secret of the webhook
     * @return values by name, in the order in which the service sends them
     */
    public static Map<String, String> sign(byte[] body, String secret) {
        return WebhookSigner.of(secret).sign(body);
    }
}
