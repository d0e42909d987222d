/** The columns of a refund named `r`, under the names of the entity's properties. */
export const REFUND_COLUMNS = `
  r.environment_id AS "environmentId", r.id, r.version, r.payment_id AS "paymentId", r.status,
  r.amount_value AS "amountValue", r.currency, r.reason, r.metadata, r.failure_code AS "failureCode",
  r.failure_message AS "failureMessage", r.due_at AS "dueAt", r.lease, r.question,
  r.updated_at AS "updatedAt"`;
