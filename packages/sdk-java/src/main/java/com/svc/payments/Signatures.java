package com.svc.payments;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** How deliveries are signed. */
final class Signatures {
    private static final String HMAC = "HmacSHA256";
    private static final String MADE_BY_THE_SERVICE = "whsec_";
    /** One byte at least; the padding may be missing. */
    private static final Pattern BASE64 = Pattern.compile(
            "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)");

    private Signatures() {
    }

    /** Our own scheme: HMAC over the body, keyed by the whole secret. */
    static byte[] own(String secret, byte[] body) {
        return hmac(secret.getBytes(StandardCharsets.UTF_8), new byte[0], body);
    }

    /** Standard Webhooks, version 1: HMAC over `id.timestamp.body`. */
    static byte[] standard(String secret, String id, String timestamp, byte[] body) {
        return hmac(standardKey(secret), (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8), body);
    }

    static Optional<byte[]> decoded(String text) {
        return BASE64.matcher(text).matches() ? Optional.of(Base64.getDecoder().decode(text)) : Optional.empty();
    }

    /** The bytes that a secret made by the service spells in base64; any other secret as it stands. */
    private static byte[] standardKey(String secret) {
        return Optional.of(secret)
                .filter(text -> text.startsWith(MADE_BY_THE_SERVICE))
                .flatMap(text -> decoded(text.substring(MADE_BY_THE_SERVICE.length())))
                .orElseGet(() -> secret.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] hmac(byte[] key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            mac.update(head);
            return mac.doFinal(body);
        } catch (GeneralSecurityException cause) {
            throw new IllegalStateException("Every Java has " + HMAC, cause);
        }
    }
}
