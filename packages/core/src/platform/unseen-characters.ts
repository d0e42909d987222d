/** Control characters, separators of lines, and what turns the direction of a text: they spoof what lists and logs show. */
const UNSEEN_CHARACTERS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with another one in the place of each such character. */
export function withoutUnseen(text: string, substitute: string): string {
  return text.replace(UNSEEN_CHARACTERS, substitute);
}
