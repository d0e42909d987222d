/** The columns of a payment named `p`, under the names of the entity's properties. */
export const PAYMENT_COLUMNS = `
  p.environment_id AS "environmentId", p.id, p.version, p.status, p.stage, p.amount_value AS "amountValue", p.currency,
  p.refunded_value AS "refundedValue", p.customer_id AS "customerId", p.customer_email AS "customerEmail",
  p.customer_first_name AS "customerFirstName", p.customer_last_name AS "customerLastName", p.description, p.metadata,
  p.reference, p.processor, p.failure_code AS "failureCode", p.failure_message AS "failureMessage",
  p.due_at AS "dueAt", p.lease, p.updated_at AS "updatedAt", p.trace`;
