package com.svc.payments;

import com.svc.payments.internal.Json;
import com.svc.payments.models.WebhookEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Events as they happen. Loop over them once. The loop ends when the service ends the stream, or when it is closed.
 *
 * <p>It throws a {@link ConnectionException} when the stream breaks off, and a {@link RequestTimeoutException} when it is
 * silent for longer than {@code timeout}; an {@link InvalidResponseException} when an event cannot be read or is longer than
 * 1 MiB. Nothing is lost when it breaks off or is silent: open another one with its {@link #lastEventId()}.
 * One thread reads it; any may close it.
 */
public final class EventStream implements Iterable<StreamedEvent>, AutoCloseable {
    private final Exchange exchange;
    private final SseParser parser = new SseParser();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile String lastEventId;
    private volatile boolean closed;

    EventStream(Exchange exchange) {
        this.exchange = exchange;
        String type = exchange.answer().mediaType();
        if (!type.equalsIgnoreCase("text/event-stream")) {
            throw new InvalidResponseException(
                    "is not a stream of events (Content-Type: " + (type.isEmpty() ? "none" : type) + ")",
                    exchange.answer());
        }
    }

    /**
     * The position to continue at.
     *
     * @return empty until the service has sent a position, which it does first
     */
    public Optional<String> lastEventId() {
        return Optional.ofNullable(lastEventId);
    }

    /**
     * Milliseconds to wait before reconnecting, as requested by the service.
     *
     * @return empty until it has sent a value
     */
    public OptionalLong retryMillis() {
        return parser.retryMillis() < 0 ? OptionalLong.empty() : OptionalLong.of(parser.retryMillis());
    }

    /** The events, only once. A second call throws an {@link IllegalStateException}. */
    @Override
    public Iterator<StreamedEvent> iterator() {
        if (begun.getAndSet(true)) {
            throw new IllegalStateException("A stream of events can be read once");
        }
        return new Events();
    }

    /**
     * The events, only once, as a Java stream. Closing it also closes this one.
     *
     * @return a sequential stream
     */
    public Stream<StreamedEvent> stream() {
        return StreamSupport.stream(spliterator(), false).onClose(this::close);
    }

    /** Closes the connection. A loop that reads the stream receives no more events. */
    @Override
    public void close() {
        closed = true;
        exchange.close();
    }

    private final class Events implements Iterator<StreamedEvent> {
        private final Deque<SseParser.Message> messages = new ArrayDeque<>();
        private StreamedEvent following;

        @Override
        public boolean hasNext() {
            while (following == null && !closed) {
                SseParser.Message message = messages.poll();
                if (message == null) {
                    if (!read()) {
                        return false;
                    }
                } else {
                    following = taken(message);
                }
            }
            return following != null;
        }

        @Override
        public StreamedEvent next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            StreamedEvent event = following;
            following = null;
            lastEventId = event.id();
            return event;
        }

        /** Reads another piece; false at the end. */
        private boolean read() {
            byte[] piece = exchange.next();
            if (piece != null) {
                try {
                    messages.addAll(parser.push(piece));
                } catch (IllegalStateException tooLong) {
                    throw unreadable(tooLong.getMessage());
                }
                return true;
            }
            if (!parser.ended() && !closed) {
                close();
                throw new ConnectionException("The stream broke off.", null);
            }
            close();
            return false;
        }

        /** Null for a message that only says how far the stream is. */
        private StreamedEvent taken(SseParser.Message message) {
            if (message.data() == null) {
                lastEventId = message.id() == null ? lastEventId : message.id();
                return null;
            }
            WebhookEvent event = Json.object(message.data().getBytes(StandardCharsets.UTF_8))
                    .map(WebhookEvent::of)
                    .orElseThrow(() -> unreadable("brought an event that is no JSON object"));
            return new StreamedEvent(message.id() == null ? "" : message.id(), event, message.data());
        }

        private InvalidResponseException unreadable(String reason) {
            close();
            return new InvalidResponseException(reason, exchange.answer());
        }
    }
}
