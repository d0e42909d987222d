import { findPhrases } from './language.mjs';

const texts = /\.(ts|tsx|css|html|js|mjs|cjs|eta|md|ya?ml|sql|lua|py|php|java)$/;
const generated = new RegExp(
  [
    String.raw`(^|/)(generated|_generated|Generated|results)/`,
    '^packages/sdk-java/src/main/java/com/svc/payments/(models|params|resources)/',
    String.raw`^docs/coverage\.md$`,
  ].join('|'),
);
// They contain the phrases on purpose.
const own = /^scripts\/lib\/language(-exceptions|\.test)?\.mjs$/;

/**
 * Returns a line for each phrase that no exception allows, and for each exception that allows nothing.
 * @param {string[]} files paths from the root of the repository
 * @param {(file: string) => string} read
 * @param {{ exceptions: { file: string, found: string, reason: string }[], laterFolders: string[] }} reviewed
 */
export function checkLanguage(files, read, { exceptions, laterFolders }) {
  const within = (file, folder) => file === folder || file.startsWith(`${folder}/`);
  const hits = files
    .filter((file) => texts.test(file) && !generated.test(file) && !own.test(file))
    .flatMap((file) => findPhrases(read(file)).map((hit) => ({ file, ...hit })));

  const usedFolders = new Set();
  const usedExceptions = new Set();
  const faults = hits.filter(({ file, found }) => {
    const folder = laterFolders.find((each) => within(file, each));
    if (folder !== undefined) usedFolders.add(folder);
    const exception = exceptions.find((each) => each.file === file && each.found === found);
    if (exception !== undefined) usedExceptions.add(exception);
    return folder === undefined && exception === undefined;
  });
  return [
    ...faults.map(({ file, line, found, instead }) => `${file}:${line}: "${found}"; write ${instead}`),
    ...laterFolders
      .filter((folder) => !usedFolders.has(folder))
      .map((folder) => `${folder} has no such phrases any more: remove it from laterFolders`),
    ...exceptions
      .filter((exception) => !usedExceptions.has(exception))
      .map(({ file, found }) => `${file} does not contain "${found}" any more: remove the exception`),
  ];
}
