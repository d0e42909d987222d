const UUID = /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-z])/gi;
/** In groups of four; in one piece its letters keep it apart from other numbers. */
const IBAN = /(?<![\dA-Za-z])[A-Z]{2}\d{2}(?: [\dA-Z]{4}){2,7}(?: [\dA-Z]{1,3})?(?![\dA-Za-z])/g;

/** A text without those numbers that are in groups as card numbers are, and are known to be something else. */
export function withoutOtherNumbers(text: string): string {
  return text.replaceAll(UUID, 'x').replaceAll(IBAN, (iban) => (hasValidCheckDigits(iban) ? 'x' : iban));
}

/** ISO 13616: with the first four characters at the end and letters as 10 to 35, the remainder by 97 is 1. */
function hasValidCheckDigits(iban: string): boolean {
  const compact = iban.replaceAll(' ', '');
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
