package com.svc.payments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One attempt: a request that was sent, and its response. Closing it closes the connection. */
final class Exchange {
    private static final int CANCELLING_ENDS_REQUESTS = 16;

    private final Incoming incoming = new Incoming();
    private final Deadline deadline;
    private final String place;
    private final CompletableFuture<HttpResponse<Incoming>> coming;
    private Answer head;

    Exchange(HttpClient http, WireRequest request, Deadline deadline, String place) {
        this.deadline = deadline;
        this.place = place;
        this.coming = http.sendAsync(jdkRequest(http, request, deadline), info -> incoming);
    }

    private static HttpRequest jdkRequest(HttpClient http, WireRequest request, Deadline deadline) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.uri());
        request.headers().forEach(builder::setHeader);
        builder.method(request.method(), publisher(http, request));
        // Before Java 16 nothing else ends a request that waits for its answer. Some day it may bound the body as well.
        if (Runtime.version().feature() < CANCELLING_ENDS_REQUESTS) {
            builder.timeout(Duration.ofNanos(Math.max(deadline.left(), 1)));
        }
        return builder.build();
    }

    private static HttpRequest.BodyPublisher publisher(HttpClient http, WireRequest request) {
        if (request.body() != null) {
            return HttpRequest.BodyPublishers.ofByteArray(request.body());
        }
        // An authenticator answers by sending the request again, and HTTP/2 asks for lengths when it likes.
        boolean plain = http.version() == HttpClient.Version.HTTP_1_1 && http.authenticator().isEmpty();
        return plain && request.method().equals("GET") ? new SentOnce() : HttpRequest.BodyPublishers.noBody();
    }

    /** Waits for the head of the answer. */
    Answer head() {
        try {
            HttpResponse<Incoming> response = coming.get(deadline.left(), TimeUnit.NANOSECONDS);
            head = new Answer(response.statusCode(), response.headers(), new byte[0]);
            return head;
        } catch (TimeoutException late) {
            throw deadline.error();
        } catch (InterruptedException cause) {
            throw interrupted(cause);
        } catch (ExecutionException failure) {
            head = Failures.unauthenticated(failure.getCause()).orElseThrow(() -> failed(failure.getCause()));
            incoming.close();
            return head;
        }
    }

    /** Waits for the whole answer. */
    Answer whole() {
        try {
            return head.withBody(incoming.all(deadline::left));
        } catch (TimeoutException late) {
            throw deadline.error();
        } catch (InterruptedException cause) {
            throw interrupted(cause);
        } catch (IOException cause) {
            throw failed(cause);
        }
    }

    /** The next piece of a body that is taken as it comes; null at its end. */
    byte[] next() {
        try {
            return incoming.next(deadline.silence());
        } catch (TimeoutException late) {
            close();
            throw deadline.silenceError();
        } catch (InterruptedException cause) {
            close();
            throw interrupted(cause);
        } catch (IOException cause) {
            close();
            throw failed(cause);
        }
    }

    /** Whether the last piece was taken. Without it, a body without a next piece was closed. */
    boolean ended() {
        return incoming.ended();
    }

    Answer answer() {
        return head;
    }

    void close() {
        incoming.close();
        coming.cancel(true);
    }

    /** The interrupt flag of the thread stays set, as the interrupting code expects. */
    static CancellationException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        CancellationException cancelled = new CancellationException("The thread was interrupted during a call");
        cancelled.initCause(cause);
        return cancelled;
    }

    private RuntimeException failed(Throwable thrown) {
        Throwable cause = thrown instanceof UncheckedIOException ? thrown.getCause() : thrown;
        if (cause instanceof HttpTimeoutException) {
            return deadline.error();
        }
        return new ConnectionException(
                "No complete answer came from " + place + ": " + Failures.inWords(cause), cause);
    }
}
