package com.svc.payments;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A step of a call, for logs. It never contains a key, the value of a header, a query or a body. */
public final class CallEvent {
    private final Kind kind;
    private final String method;
    private final String url;
    private final int attempt;
    private final Integer status;
    private final String requestId;
    private final String code;
    private final Long milliseconds;

    private CallEvent(
            Kind kind, WireRequest request, int attempt, Answer answer, String code, Long milliseconds) {
        this.kind = kind;
        this.method = request.method();
        this.url = request.address();
        this.attempt = attempt;
        this.status = answer == null ? null : answer.status();
        this.requestId = answer == null ? null : answer.requestId().orElse(null);
        this.code = code;
        this.milliseconds = milliseconds;
    }

    static CallEvent request(WireRequest request, int attempt) {
        return new CallEvent(Kind.REQUEST, request, attempt, null, null, null);
    }

    static CallEvent response(WireRequest request, int attempt, Answer answer, long milliseconds) {
        return new CallEvent(Kind.RESPONSE, request, attempt, answer, null, milliseconds);
    }

    static CallEvent failure(WireRequest request, int attempt, String code, long milliseconds) {
        return new CallEvent(Kind.FAILURE, request, attempt, null, code, milliseconds);
    }

    static CallEvent pause(WireRequest request, int attempt, long milliseconds) {
        return new CallEvent(Kind.WAIT, request, attempt, null, null, milliseconds);
    }

    /**
     * What happened.
     *
     * @return never null
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The HTTP method.
     *
     * @return such as {@code POST}
     */
    public String method() {
        return method;
    }

    /**
     * The URL without its query.
     *
     * @return never null
     */
    public String url() {
        return url;
    }

    /**
     * Which attempt of the call it is.
     *
     * @return from 1
     */
    public int attempt() {
        return attempt;
    }

    /**
     * The HTTP status of a response.
     *
     * @return empty for all else
     */
    public OptionalInt status() {
        return status == null ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /**
     * The request id of a response.
     *
     * @return empty for all else, and for a response without one
     */
    public Optional<String> requestId() {
        return Optional.ofNullable(requestId);
    }

    /**
     * The code of a failure, as its error has it: {@code connection_failed}, {@code timeout} or
     * {@code invalid_response}.
     *
     * @return empty for all else
     */
    public Optional<String> code() {
        return Optional.ofNullable(code);
    }

    /**
     * For a response or a failure, how long the attempt took. For a wait, how long it will be.
     *
     * @return empty for a request
     */
    public OptionalLong milliseconds() {
        return milliseconds == null ? OptionalLong.empty() : OptionalLong.of(milliseconds);
    }

    /** One line for a log. */
    @Override
    public String toString() {
        String head = kind + " " + method + " " + url + " attempt=" + attempt;
        return head + told("status", status) + told("requestId", requestId) + told("code", code)
                + told("milliseconds", milliseconds);
    }

    private static String told(String name, Object value) {
        return value == null ? "" : " " + name + "=" + value;
    }

    /** What can happen. */
    public enum Kind {
        /** A request is sent. */
        REQUEST,
        /** The headers of a response have arrived, with any status. */
        RESPONSE,
        /** There was no response, or it was incomplete or unreadable. */
        FAILURE,
        /** A retry follows after a wait. */
        WAIT;

        /** In lower case, as in the documentation. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
