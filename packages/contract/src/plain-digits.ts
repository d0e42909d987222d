/** Texts that are encoded more often than this are not decoded further. */
const MAX_ENCODINGS = 3;

const BEYOND_ASCII = /[^\0-\u007f]/;
/** Invisible or decorating marks, such as zero-width spaces and keycaps. */
const UNSEEN = /[\p{Cf}\p{M}]+/gu;
const SIGNS = /(?=[^\0-\u007f])[\p{N}\p{P}\p{S}\p{Z}]/gu;
const DASH = /[\p{Pd}\u2212\u2043]/u;
const DOT = /[\u00b7\u2022\u2027\u30fb]/u;
const SLASH = /[\u2044\u2215]/u;
const DECIMAL_DIGIT = /^\p{Nd}$/u;

/**
 * The text with digits, spaces, dashes and dots of all scripts in ASCII: first as it is, then after each URL-decoding.
 */
export function plainReadings(text: string): string[] {
  const readings = [toAscii(text)];
  for (let encoded = text; readings.length <= MAX_ENCODINGS;) {
    const decoded = urlDecoded(encoded);
    if (decoded === encoded) break;
    readings.push(toAscii(decoded));
    encoded = decoded;
  }
  return readings;
}

/** Invalid UTF-8 becomes replacement characters: only digits and separators matter here. */
function urlDecoded(text: string): string {
  if (!text.includes('%')) return text;
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function toAscii(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replaceAll(UNSEEN, '').replaceAll(SIGNS, signToAscii);
}

const known = new Map<string, string>();

/** Cached, and per character: normalizing a whole crafted text can take quadratic time. */
function signToAscii(sign: string): string {
  let plain = known.get(sign);
  if (plain === undefined) {
    plain = plainSign(sign);
    known.set(sign, plain);
  }
  return plain;
}

function plainSign(sign: string): string {
  const [compatible] = sign.normalize('NFKC');
  if (compatible !== undefined && /[\0-\u007f]/.test(compatible)) return compatible;
  if (DECIMAL_DIGIT.test(sign)) return decimalDigit(sign.codePointAt(0) ?? 0);
  if (DASH.test(sign)) return '-';
  if (DOT.test(sign)) return '.';
  if (SLASH.test(sign)) return '/';
  return /\p{Z}/u.test(sign) ? ' ' : sign;
}

/** Every script has its decimal digits in order from zero to nine. */
function decimalDigit(codePoint: number): string {
  let zero = codePoint;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((codePoint - zero) % 10);
}
