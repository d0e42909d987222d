package com.svc.payments;

import com.svc.payments.models.FieldError;
import com.svc.payments.models.Problem;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The error of a failed call. */
public class SvcException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final HttpHeaders NONE = HttpHeaders.of(Map.of(), (name, value) -> true);

    /** The code of the error. */
    private final String code;
    /** Null for none. The code that makes the call sets it. */
    private String idempotencyKey;
    // Neither headers nor problems can be serialized: what is read back has none.
    private final transient Answer answer;
    private final transient Problem problem;

    SvcException(String message, String code, Answer answer, Problem problem, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.answer = answer;
        this.problem = problem;
    }

    /**
     * The code of the error. Use it for decisions in your program: the code of the problem, or {@code connection_failed},
     * {@code timeout}, {@code invalid_response} or {@code unexpected_status}.
     *
     * @return never null
     */
    public String code() {
        return code;
    }

    /**
     * The HTTP status.
     *
     * @return empty when there was no answer
     */
    public OptionalInt status() {
        return answer == null ? OptionalInt.empty() : OptionalInt.of(answer.status());
    }

    /**
     * The headers of the answer.
     *
     * @return without any when there was no answer
     */
    public HttpHeaders headers() {
        return answer == null ? NONE : answer.headers();
    }

    /**
     * The id of the request in the logs of the service. Quote it when you ask for help.
     *
     * @return empty when there was no answer, or it has none
     */
    public Optional<String> requestId() {
        return answer == null ? Optional.empty() : answer.requestId();
    }

    /**
     * The invalid values of the request.
     *
     * @return empty unless the service reported some
     */
    public List<FieldError> fieldErrors() {
        return problem().flatMap(Problem::errors).orElse(List.of());
    }

    /**
     * The key that the call had, yours or one that was made for it. After a {@link ConnectionException}, an
     * {@link InternalServerException} or an {@link InvalidResponseException} the call may have taken effect: repeated
     * with this key, {@link RequestOptions#withIdempotencyKey(String)}, it is done once. The service keeps it for 24
     * hours at least.
     *
     * @return empty for a call that takes none
     */
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }

    final void sentWith(String key) {
        idempotencyKey = key;
    }

    /**
     * The whole problem document.
     *
     * @return empty if the response contained none, for example from a proxy
     */
    public Optional<Problem> problem() {
        return Optional.ofNullable(problem);
    }
}
