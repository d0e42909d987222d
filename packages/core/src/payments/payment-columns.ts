/** The columns of a payment named `p`, under the names of the entity's properties. */
export const PAYMENT_COLUMNS = `
  p.environment_id AS "environmentId", p.id, p.version, p.status, p.stage, p.amount_value AS "amountValue", p.currency,
  p.refunded_value AS "refundedValue", p.customer_id AS "customerId", p.customer_email AS "customerEmail",
  p.customer_first_name AS "customerFirstName", p.customer_last_name AS "customerLastName", p.description, p.metadata,
  p.reference, p.processor, p.failure_code AS "failureCode", p.failure_message AS "failureMessage",
  p.capture_method AS "captureMethod", p.payment_method_id AS "paymentMethodId",
  p.subscription_id AS "subscriptionId", p.expires_at AS "expiresAt", p.operation, p.void_reason AS "voidReason",
  p.next_action_url AS "nextActionUrl", p.event_version AS "eventVersion",
  p.due_at AS "dueAt", p.lease, p.question, p.updated_at AS "updatedAt", p.trace`;
