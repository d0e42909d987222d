package com.svc.payments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An empty body that goes out once. The JDK sends a GET again by itself, unseen, when the connection broke off before an
 * answer; attempts are counted, announced and spaced by this library instead.
 */
final class SentOnce implements HttpRequest.BodyPublisher {
    private final HttpRequest.BodyPublisher nothing = HttpRequest.BodyPublishers.noBody();
    private final AtomicBoolean sent = new AtomicBoolean();

    /** The JDK asks for it once each time that it writes the head of a request. */
    @Override
    public long contentLength() {
        if (sent.getAndSet(true)) {
            throw new UncheckedIOException(new IOException("the connection broke off before an answer came"));
        }
        return 0;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        nothing.subscribe(subscriber);
    }
}
