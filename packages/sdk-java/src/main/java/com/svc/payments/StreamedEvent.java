package com.svc.payments;

import com.svc.payments.models.WebhookEvent;

/** An event of a stream. */
public final class StreamedEvent {
    private final String id;
    private final WebhookEvent event;
    private final String body;

    StreamedEvent(String id, WebhookEvent event, String body) {
        this.id = id;
        this.event = event;
        this.body = body;
    }

    /**
     * Where the stream is with it: the {@code lastEventId} to go on behind it.
     *
     * @return never null
     */
    public String id() {
        return id;
    }

    /**
     * The event, of the class of its type.
     *
     * @return never null
     */
    public WebhookEvent event() {
        return event;
    }

    /**
     * The event as text. In UTF-8 it is exactly the signed bytes of a webhook delivery.
     *
     * @return never null
     */
    public String body() {
        return body;
    }
}
