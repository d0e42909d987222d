"""Reviewed findings of Schemathesis that are no faults, with reasons. All other findings fail the run."""

import json
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Exclusion:
    # The finding: ST202 is "Schema-valid request rejected", ST any finding.
    finding: str
    # The problem code of the response.
    code: str
    reason: str
    # Matches a pointer or parameter and a code. Each error must match an exclusion of its problem code.
    at: str | None = None


ANY = "ST"
REJECTED = "ST202"

TEXT = "JSON can say NUL and half a surrogate pair, text in Postgres cannot. A pattern in each schema would only hide it."
EMAIL = "The format also allows quoted names, and addresses in place of a domain."

EXCLUSIONS = [
    Exclusion(ANY, "headers_too_large", "No schema limits all headers together. Such a request reaches no operation."),
    Exclusion(ANY, "body_too_large", "No schema limits a body as a whole. Such a request reaches no operation."),
    Exclusion(REJECTED, "precondition_failed", "No schema knows which version is the current one."),
    Exclusion(REJECTED, "invalid_cursor", "A cursor is opaque. Only one that the same list has given is valid."),
    Exclusion(REJECTED, "idempotency_key_reused", "No schema knows which keys were used before."),
    Exclusion(REJECTED, "card_number_refused", "No pattern recognizes all card numbers.", ".*"),
    *(
        Exclusion(REJECTED, code, "No schema knows which credentials a payment processor accepts.", "/credentials .*")
        for code in ("processor_refused", "wrong_mode", "another_account")
    ),
    Exclusion(REJECTED, "currency_mismatch", "A schema cannot refer to the currency of a payment.", "/amount/currency .*"),
    Exclusion(REJECTED, "refund_exceeds_refundable", "A schema cannot refer to the refundable amount.", "/amount/value .*"),
    *(
        Exclusion(REJECTED, "invalid_query", reason, at)
        for at, reason in [
            ("after invalid_format", "`after` needs `order=asc`. A schema does not relate parameters."),
            ("objectId invalid_format", "`objectId` excludes `order=asc`. A schema does not relate parameters."),
            ("currency required", "Amounts need their currency. A schema does not relate parameters."),
            ("created(From|To) .*", "A range has an order and a maximum length. A schema does not compare values."),
            ("metadata required", "Metadata needs a range. A schema does not relate parameters."),
            (r"metadata(\[.*\])? invalid_text", TEXT),
            ("email invalid_format", EMAIL),
            (r"metadata\[\] unknown_field", "Schemathesis does not heed the length of keys in a query."),
            ("timezone invalid_format", "Which names the IANA database has, no pattern says."),
        ]
    ),
    *(
        Exclusion(REJECTED, "validation_failed", reason, at)
        for at, reason in [
            (".*[iI]d not_found", "A schema does not know existing objects and their relations."),
            ("/.* invalid_text", TEXT),
            ("/metadata too_short", "OpenAPI 3.0 has no propertyNames."),
            ("/metadata/.* out_of_range", "A schema does not describe which numbers fit a 64-bit float."),
            ("/(customer/)?(email|receiptEmail) invalid_format", EMAIL),
            ("/address/country invalid_format", "The pattern does not know which codes are countries."),
            ("/customer/(id|email) .*", "A customer has either `id` or `email`, which OpenAPI 3.0 can only express by oneOf."),
            ("/(startAt|expiresAt) out_of_range", "No schema knows what time it is."),
            ("/(return|success|cancel)Url forbidden_url", "No pattern says which text is a URL without user name and password."),
            ("/lineItems.* not_accepted", "A schema does not add up amounts."),
            ("/createdTo out_of_range", "A range has an order. A schema does not compare values."),
            ("/by out_of_range", "The pattern allows P0D, and P9999Y. It does not add up."),
            ("/intervalCount out_of_range", "The limit depends on `interval`."),
            ("/expiry(Month|Year) .*", "Month and year are both required, and must not be in the past."),
            ("/preferences/locale invalid_format", "The pattern of BCP 47 does not know which subtags may repeat."),
            ("/allowedCidrs/[0-9]+ invalid_format", "Whether bits are set behind the prefix, no pattern says."),
            ("/url (forbidden_url|invalid_format)", "Whether an address is public, and a host valid, no pattern says."),
            ("/credentials/.* .*", "Which credentials are needed depends on `kind`. A schema does not relate fields."),
            ("/amountMax out_of_range", "A range has an order. A schema does not compare values."),
            ("/(amount(/currency)?|processorId|paymentMethodId) not_accepted", "A schema does not know what a processor takes."),
            ("/receiptEmail not_accepted", "It needs a customer. A schema does not relate fields."),
            ("/paymentMethodId required", "Whether a processor needs one depends on the connections."),
            ("/(customer required|savePaymentMethod not_accepted)", "Saving needs a customer, and a processor that can."),
            ("/type unknown_event", "Only kinds that the webhook lists can be replayed."),
            ("/approvalThresholds/.*", "Each currency may occur once, but `uniqueItems` compares whole items."),
        ]
    ),
]


def excluded(finding: str, answer: bytes) -> bool:
    """Whether a finding with this response is excluded."""
    try:
        problem = json.loads(answer)
    except ValueError:
        return False
    if not isinstance(problem, dict):
        return False
    listed = [each for each in EXCLUSIONS if finding.startswith(each.finding) and each.code == problem.get("code")]
    places = [f"{error.get('pointer', error.get('parameter'))} {error['code']}" for error in problem.get("errors", [])]
    if not places:
        return any(each.at is None for each in listed)
    return all(any(each.at and re.fullmatch(each.at, place) for each in listed) for place in places)
