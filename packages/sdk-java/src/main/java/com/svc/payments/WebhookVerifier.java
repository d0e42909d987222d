package com.svc.payments;

import com.svc.payments.internal.Json;
import com.svc.payments.models.WebhookEvent;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Verifies deliveries of one webhook with any of its secrets. It is immutable and can be shared. */
public final class WebhookVerifier {
    private static final Pattern HEX = Pattern.compile("(?:sha256=)?([0-9a-f]{64})", Pattern.CASE_INSENSITIVE);
    private static final String SIGNATURE = "webhook-signature";
    private static final String VERSION = "v1,";
    private static final int HEX_DIGITS = 16;

    private final List<String> secrets;
    private final Duration tolerance;
    private final Clock clock;

    private WebhookVerifier(List<String> secrets, Duration tolerance, Clock clock) {
        this.secrets = secrets;
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /**
     * A verifier that accepts any of these secrets.
     *
     * @param secrets of the webhook, one at least
     * @return a new one, for deliveries of any age
     */
    public static WebhookVerifier of(String... secrets) {
        return of(secrets == null ? List.of() : Arrays.asList(secrets));
    }

    /**
     * A verifier that accepts any of these secrets.
     *
     * @param secrets of the webhook, one at least
     * @return a new one, for deliveries of any age
     */
    public static WebhookVerifier of(Collection<String> secrets) {
        if (secrets == null || secrets.isEmpty()) {
            throw new IllegalArgumentException("The secret of the webhook is needed");
        }
        secrets.forEach(Secrets::checked);
        return new WebhookVerifier(List.copyOf(secrets), null, Clock.systemUTC());
    }

    /**
     * A verifier that refuses deliveries that were signed too long ago, so that none can be replayed. Only
     * {@code webhook-signature} signs the time, so this header is required.
     *
     * @param most by how much the sender's clock may differ from ours
     * @return a new one
     */
    public WebhookVerifier tolerance(Duration most) {
        if (most == null || most.isNegative()) {
            throw new IllegalArgumentException("tolerance must be 0 or longer");
        }
        return new WebhookVerifier(secrets, most, clock);
    }

    /**
     * A verifier with another clock, for tests.
     *
     * @param other in place of the system's
     * @return a new one
     */
    public WebhookVerifier clock(Clock other) {
        return new WebhookVerifier(secrets, tolerance, other);
    }

    /**
     * Verifies that a delivery comes from the service, and returns its event.
     *
     * @param rawBody the body as it was received, before anything has parsed it
     * @param headers of the request, in any case; values are texts or collections of texts
     * @return the event, of the class of its type
     * @throws WebhookVerificationException if it is not authentic
     */
    public WebhookEvent verify(byte[] rawBody, Map<String, ?> headers) {
        Map<String, String> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> {
            // HttpURLConnection and its like have a status line without a name.
            if (name != null && value != null) {
                found.put(name, text(name, value));
            }
        });
        return verify(rawBody, found::get);
    }

    /**
     * Verifies that a delivery comes from the service, and returns its event.
     *
     * @param rawBody the body as it was received, before anything has parsed it
     * @param header returns the header with a name, or null, for example {@code request::getHeader} of a servlet
     * @return the event, of the class of its type
     * @throws WebhookVerificationException if it is not authentic
     */
    public WebhookEvent verify(byte[] rawBody, UnaryOperator<String> header) {
        if (rawBody == null) {
            throw new WebhookVerificationException("body_not_raw", "The body is needed as it came in, byte for byte.");
        }
        UnaryOperator<String> named = name -> {
            String value = header.apply(name);
            return value == null ? "" : value.trim();
        };
        List<Scheme> schemes = new ArrayList<>();
        schemes.add(standardSignatures(named, rawBody));
        if (tolerance == null) {
            schemes.add(ownSignatures(named, rawBody));
        }
        requireMatch(schemes);
        if (tolerance != null) {
            requireTime(named.apply("webhook-timestamp"));
        }
        return Json.object(rawBody).map(WebhookEvent::of).orElseThrow(
                () -> new WebhookVerificationException("body_not_json", "The body is signed but is no JSON object."));
    }

    private void requireMatch(List<Scheme> schemes) {
        if (schemes.stream().allMatch(Scheme::isEmpty)) {
            String names = tolerance == null ? "Svc-Signature or " + SIGNATURE : SIGNATURE;
            throw new WebhookVerificationException(
                    "signature_missing", "The request has no " + names + " header that can be read.");
        }
        boolean fits = false;
        // All are compared, so that the time taken does not tell which one fits.
        for (Scheme scheme : schemes) {
            for (String secret : secrets) {
                fits |= scheme.fits(secret);
            }
        }
        if (!fits) {
            throw new WebhookVerificationException(
                    "signature_mismatch",
                    "No signature fits: the secret is another one, or the body is not what was sent, byte for byte.");
        }
    }

    private void requireTime(String sentAt) {
        boolean close = sentAt.matches("[0-9]{1,15}") && Duration.ofMillis(
                Math.abs(clock.millis() - Long.parseLong(sentAt) * 1_000)).compareTo(tolerance) <= 0;
        if (!close) {
            throw new WebhookVerificationException(
                    "timestamp_out_of_tolerance",
                    "The delivery was signed more than " + tolerance + " ago, or ahead of time.");
        }
    }

    private static Scheme ownSignatures(UnaryOperator<String> header, byte[] body) {
        List<byte[]> found = new ArrayList<>();
        for (String name : List.of("Svc-Signature", "Svc-Signature-Next")) {
            Matcher value = HEX.matcher(header.apply(name));
            if (value.matches()) {
                found.add(bytes(value.group(1)));
            }
        }
        return new Scheme(found, secret -> Signatures.own(secret, body));
    }

    /** As many as there are secrets. */
    private static Scheme standardSignatures(UnaryOperator<String> header, byte[] body) {
        String id = header.apply("webhook-id");
        String timestamp = header.apply("webhook-timestamp");
        List<byte[]> found = new ArrayList<>();
        for (String entry : header.apply(SIGNATURE).split(" ")) {
            if (entry.startsWith(VERSION)) {
                Signatures.decoded(entry.substring(VERSION.length())).ifPresent(found::add);
            }
        }
        return new Scheme(found, secret -> Signatures.standard(secret, id, timestamp, body));
    }

    private static byte[] bytes(String hex) {
        byte[] found = new byte[hex.length() / 2];
        for (int index = 0; index < found.length; index += 1) {
            found[index] = (byte) Integer.parseInt(hex.substring(2 * index, 2 * index + 2), HEX_DIGITS);
        }
        return found;
    }

    private static String text(String name, Object value) {
        if (value instanceof Collection) {
            return ((Collection<?>) value).stream().map(String::valueOf).collect(Collectors.joining(" "));
        } else if (value instanceof CharSequence) {
            return value.toString();
        }
        throw new IllegalArgumentException("The header " + name + " must be a text or a collection of texts, not a "
                + value.getClass().getSimpleName());
    }

    /** The signatures that a request has in one scheme. */
    private static final class Scheme {
        private final List<byte[]> signatures;
        private final Function<String, byte[]> hmac;

        private Scheme(List<byte[]> signatures, Function<String, byte[]> hmac) {
            this.signatures = signatures;
            this.hmac = hmac;
        }

        private boolean isEmpty() {
            return signatures.isEmpty();
        }

        /** Computes one HMAC, however many signatures there are: anyone can send a request with thousands. */
        private boolean fits(String secret) {
            if (isEmpty()) {
                return false;
            }
            byte[] expected = hmac.apply(secret);
            boolean fits = false;
            for (byte[] each : signatures) {
                fits |= MessageDigest.isEqual(expected, each);
            }
            return fits;
        }
    }
}
