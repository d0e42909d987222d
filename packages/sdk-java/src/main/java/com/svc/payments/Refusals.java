package com.svc.payments;

import com.svc.payments.internal.Json;
import com.svc.payments.internal.JsonObject;
import com.svc.payments.models.FieldError;
import com.svc.payments.models.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The errors of answers that are no success. */
final class Refusals {
    private static final int FIRST_SERVER_ERROR = 500;
    private static final Map<Integer, Kind> BY_STATUS = Map.of(
            400, BadRequestException::new,
            401, AuthenticationException::new,
            403, PermissionDeniedException::new,
            404, NotFoundException::new,
            409, ConflictException::new,
            412, PreconditionException::new,
            422, UnprocessableEntityException::new,
            428, PreconditionException::new,
            429, RateLimitException::new);

    private Refusals() {
    }

    static ApiException of(Answer answer) {
        Problem problem = problemIn(answer);
        String code = problem == null ? "unexpected_status" : (String) problem.toMap().get("code");
        Kind other = answer.status() >= FIRST_SERVER_ERROR ? InternalServerException::new : ApiException::new;
        return BY_STATUS.getOrDefault(answer.status(), other).make(summary(answer, problem), code, answer, problem);
    }

    /** Other programs answer as well, and speak their own JSON: ours is known by its code. */
    private static Problem problemIn(Answer answer) {
        return Json.object(answer.body())
                .filter(found -> found.get("code") instanceof String && found.get("detail") instanceof String)
                .map(Refusals::withReadableErrors)
                .map(Problem::new)
                .orElse(null);
    }

    /** An error must be reported even if its body is invalid. */
    private static Map<String, ?> withReadableErrors(JsonObject found) {
        Object errors = found.get("errors");
        boolean readable = errors == null
                || errors instanceof List && ((List<?>) errors).stream().allMatch(JsonObject.class::isInstance);
        if (readable) {
            return found;
        }
        Map<String, Object> rest = new LinkedHashMap<>(found);
        rest.remove("errors");
        return rest;
    }

    private static String summary(Answer answer, Problem problem) {
        if (problem != null) {
            String places = problem.errors().orElse(List.of()).stream()
                    .map(Refusals::place)
                    .collect(Collectors.joining("; "));
            String told = answer.status() + " " + problem.toMap().get("code") + ": " + problem.detail();
            return places.isEmpty() ? told : told + " (" + places + ")";
        }
        // An answer over HTTP has headers; without any it is the JDK's word for one that it kept to itself.
        if (answer.headers().map().isEmpty() && (answer.status() == 401 || answer.status() == 407)) {
            return "The response has status " + answer.status() + ", and the HttpClient keeps the rest to itself: it has an"
                    + " authenticator, for which the answer has no challenge.";
        }
        // A redirect often repeats the query of the request, which may contain personal data.
        return answer.headers().firstValue("Location")
                .map(place -> place.split("[?#]", 2)[0])
                .map(place -> "The request was redirected (" + answer.status() + ") to " + place
                        + ": set baseUrl to where the service is.")
                .orElse("The response has status " + answer.status() + " and does not come from the service.");
    }

    private static String place(FieldError error) {
        Object where = error.field("pointer").or(() -> error.field("parameter")).orElse("");
        return where + ": " + error.field("detail").orElse("");
    }

    private interface Kind {
        ApiException make(String message, String code, Answer answer, Problem problem);
    }
}
