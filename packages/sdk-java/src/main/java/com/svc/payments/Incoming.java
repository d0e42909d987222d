package com.svc.payments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * A body as it comes in, piece by piece, each asked for when the last one was taken, so that no more than one waits in
 * memory. The JDK's own input stream of a body has no limit of time.
 */
final class Incoming implements HttpResponse.BodySubscriber<Incoming> {
    private static final Object END = new Object();

    private final BlockingQueue<Object> pieces = new LinkedBlockingQueue<>();
    private Flow.Subscription subscription;
    private boolean closed;
    private volatile boolean ended;

    @Override
    public CompletionStage<Incoming> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public synchronized void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (closed) {
            given.cancel();
        } else {
            given.request(1);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> piece) {
        pieces.add(piece);
    }

    @Override
    public void onError(Throwable error) {
        pieces.add(error);
    }

    @Override
    public void onComplete() {
        pieces.add(END);
    }

    /** The next piece, for which it waits so many nanoseconds; null at the end, and once it is closed. */
    byte[] next(long nanos) throws IOException, InterruptedException, TimeoutException {
        if (isClosed()) {
            return null;
        }
        Object piece = pieces.poll(nanos, TimeUnit.NANOSECONDS);
        if (piece == null) {
            throw new TimeoutException();
        }
        if (isClosed() || piece == END) {
            ended = !isClosed();
            pieces.add(END);
            return null;
        }
        if (piece instanceof Throwable) {
            pieces.add(piece);
            throw new IOException(((Throwable) piece).getMessage(), (Throwable) piece);
        }
        demand();
        return bytes((List<?>) piece);
    }

    /** Whether it was read to its end. A body that was closed before has no end. */
    boolean ended() {
        return ended;
    }

    byte[] all(LongSupplier nanosLeft) throws IOException, InterruptedException, TimeoutException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] piece = next(nanosLeft.getAsLong()); piece != null; piece = next(nanosLeft.getAsLong())) {
            whole.write(piece);
        }
        return whole.toByteArray();
    }

    /** Ends it, even before the headers have arrived. A thread that waits for data receives none. */
    synchronized void close() {
        if (!closed) {
            closed = true;
            pieces.add(END);
            if (subscription != null) {
                subscription.cancel();
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void demand() {
        subscription.request(1);
    }

    private static byte[] bytes(List<?> buffers) {
        int size = buffers.stream().mapToInt(each -> ((ByteBuffer) each).remaining()).sum();
        ByteBuffer target = ByteBuffer.allocate(size);
        buffers.forEach(each -> target.put((ByteBuffer) each));
        return target.array();
    }
}
