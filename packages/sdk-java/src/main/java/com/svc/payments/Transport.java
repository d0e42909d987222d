package com.svc.payments;

import com.svc.payments.internal.Call;
import com.svc.payments.internal.Caller;
import com.svc.payments.internal.Json;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Carries calls out, with all their attempts. */
final class Transport implements Caller {
    private static final String JSON = "application/json";
    private static final int NO_CONTENT = 204;

    private final ClientOptions options;
    private final HttpClient http;

    Transport(ClientOptions options, HttpClient http) {
        this.options = options;
        this.http = http;
    }

    @Override
    public <T> RawResponse<T> object(Call call, Function<Map<String, ?>, T> read) {
        return perform(call, JSON, exchange -> {
            Answer answer = exchange.whole();
            return new RawResponse<>(read.apply(json(answer)), answer);
        }, true);
    }

    @Override
    public <P extends Page<?>> RawResponse<P> list(Call call, Function<Map<String, ?>, P> read) {
        return perform(call, JSON, exchange -> {
            Answer answer = exchange.whole();
            P page = read.apply(json(answer));
            page.fault(call.params().get("cursor")).ifPresent(fault -> {
                throw new InvalidResponseException(fault, answer);
            });
            page.followedBy(cursor -> list(call.withCursor(cursor), read).value());
            return new RawResponse<>(page, answer);
        }, true);
    }

    @Override
    public RawResponse<Void> nothing(Call call) {
        return new RawResponse<>(null, perform(call, JSON, exchange -> {
            Answer answer = exchange.whole();
            if (answer.status() != NO_CONTENT) {
                // Something other than the service may have answered.
                throw new InvalidResponseException(
                        "is not 204, the only success of this call (Content-Type: " + typeOf(answer) + ")", answer);
            }
            return answer;
        }, true));
    }

    @Override
    public EventStream stream(Call call) {
        return perform(call, "text/event-stream", EventStream::new, false);
    }

    @Override
    public FileDownload download(Call call) {
        return perform(call, "*/*", FileDownload::new, false);
    }

    private static Map<String, ?> json(Answer answer) {
        Optional<? extends Map<String, ?>> found = Json.object(answer.body());
        return found.orElseThrow(() -> new InvalidResponseException(
                "is no JSON object (Content-Type: " + typeOf(answer) + ")", answer));
    }

    private static String typeOf(Answer answer) {
        return answer.mediaType().isEmpty() ? "none" : answer.mediaType();
    }

    /** Sends a request until it is answered for good; `take` makes something of the success. */
    private <T> T perform(Call call, String accept, Function<Exchange, T> take, boolean done) {
        WireRequest request = new WireRequest(options, call, accept);
        Attempts attempts = new Attempts(request, call.options().over(options.limits()), options.hook());
        while (true) {
            try {
                return attempt(request, attempts, take, done);
            } catch (SvcException error) {
                error.sentWith(request.idempotencyKey());
                pause(attempts.pauseAfter(error).orElseThrow(() -> error));
            }
        }
    }

    private <T> T attempt(WireRequest request, Attempts attempts, Function<Exchange, T> take, boolean done) {
        // What was cancelled before it was sent is not sent.
        pause(0);
        Deadline deadline = attempts.begin();
        Exchange exchange = new Exchange(http, request, deadline, options.baseUrl());
        boolean taken = false;
        try {
            Answer head = exchange.head();
            attempts.answered(head);
            if (!head.isSuccess()) {
                throw Refusals.of(exchange.whole());
            }
            T result = take.apply(exchange);
            taken = !done;
            return result;
        } finally {
            // A streamed response is closed by its reader. Closing a complete one has no effect.
            if (!taken) {
                exchange.close();
            }
        }
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException cause) {
            throw Exchange.interrupted(cause);
        }
    }
}
