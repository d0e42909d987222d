/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * What was done. A person signs in by a link of the operator (`member.signed_in_by_link`), sets a new password with the old one (`member.password_changed`) or by such a link (`member.password_reset`), or uses a recovery code of an authenticator app (`member.recovery_code_used`).
 */
export type AuditAction = 'api_key.created' | 'api_key.issued' | 'api_key.updated' | 'api_key.rotated' | 'api_key.revoked' | 'security_config.updated' | 'account.suspended' | 'account.resumed' | 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.replayed' | 'processor.created' | 'processor.updated' | 'processor.deleted' | 'payment.approved' | 'payment.rejected' | 'payment.cancelled' | 'payment.captured' | 'customer.erased' | 'refund.created' | 'subscription.created' | 'subscription.updated' | 'subscription.cancelled' | 'checkout_session.created' | 'checkout_session.expired' | 'report.created' | 'member.invited' | 'member.invitation_revoked' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'member.signed_in_by_link' | 'member.password_changed' | 'member.password_reset' | 'member.recovery_code_used' | 'member.totp_enabled' | 'member.totp_removed' | 'member.totp_reset' | 'member.identity_linked' | (string & {});
