interface Brand {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

/**
 * How the numbers of each brand begin and how long they are. Visa's old ones of 13 digits are left out: none has been
 * issued for decades, and as many product codes (EAN-13) begin with a 4.
 */
const BRANDS: readonly Brand[] = [
  { prefix: /^4/, lengths: [16, 19] }, // Visa
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { prefix: /^3[47]/, lengths: [15] }, // American Express
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] }, // Discover
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 19] }, // JCB
  { prefix: /^3(?:0[0-5]|09|6|8|9)/, lengths: [14] }, // Diners Club
  { prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19] }, // UnionPay
  { prefix: /^(?:50(?:18|20|38)|5893|6304|6759|676[1-3])/, lengths: [16, 18, 19] }, // Maestro
];

export const SHORTEST_CARD = 14;
export const LONGEST_CARD = 19;

/** Whether the digits begin as a brand's numbers do, are as long, and end in the check digit that they need. */
export function isCardNumber(digits: string): boolean {
  return (
    BRANDS.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) && passesLuhn(digits)
  );
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const doubled = place % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
