/** The form in which emails are compared: Unicode NFC, lower case. */
export function normalizeEmail(email: string): string {
  // Lower case can decompose again: that of İ has a combining dot.
  return email.normalize('NFC').toLowerCase().normalize('NFC');
}
