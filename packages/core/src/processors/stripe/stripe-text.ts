/** The first characters of a text. It never ends with half of a surrogate pair, which cannot be sent. */
export function cutText(text: string, characters: number): string {
  return [...text].slice(0, characters).join('');
}
