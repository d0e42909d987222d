// RFC 5646, section 2.1, without the registry: language, script, region, variants, extensions, private use. Intl will not
// do: it refuses extended languages, such as zh-yue, and tags of private use alone.
const LANGUAGE = '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})';
const VARIANT = '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*';
const EXTENSIONS = '(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*';
const PRIVATE = 'x(?:-[a-z0-9]{1,8})+';
const TAG = new RegExp(
  `^(?:${LANGUAGE}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?${VARIANT}${EXTENSIONS}(?:-${PRIVATE})?|${PRIVATE})$`,
  'i',
);

/** Whether a text is a well-formed language tag after BCP 47. */
export function isLanguageTag(text: string): boolean {
  return TAG.test(text);
}
