// Sections of CHANGELOG.md: `## Unreleased`, then `## <version> - <date>` for each release.

/** The notes of a version, without its heading; undefined if it has no section or no entry. */
export function notesOf(changelog, version) {
  const escaped = version.replaceAll('.', '\\.');
  return section(changelog, `${escaped} - \\d{4}-\\d\\d-\\d\\d`);
}

/** What is not released yet; undefined if there is no entry. */
export function unreleasedNotes(changelog) {
  return section(changelog, 'Unreleased');
}

/** Gives the unreleased entries a version and a date, and opens an empty section above them. */
export function withRelease(changelog, version, date) {
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${date}`);
}

function section(changelog, heading) {
  const [, text = ''] = new RegExp(`^## ${heading}\\n([^]*?)(?=^## |$(?![^]))`, 'm').exec(changelog) ?? [];
  return /^- \S/m.test(text) ? text.trim() : undefined;
}
