/** The form in which e-mail addresses are compared: Unicode NFC, lower case. */
export function normalizeEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
