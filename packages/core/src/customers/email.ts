/** The form in which e-mail addresses are compared: Unicode NFC, lower case. */
export function normalizeEmail(email: string): string {
  // Lower case may come apart again: the one of a capital with a dot has the dot for itself.
  return email.normalize('NFC').toLowerCase().normalize('NFC');
}
