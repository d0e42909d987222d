/**
 * Counts of a JUnit report, and a line for each failure.
 * @param {string} report
 */
export function countsIn(report) {
  const [, attributes = ''] = /<testsuite ([^>]*)>/.exec(report) ?? [];
  const count = (/** @type {string} */ name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(attributes)?.[1] ?? 0);
  const failed = count('failures') + count('errors');
  const skipped = count('skipped');
  const failures = [...report.matchAll(/<testcase ([^>]*)>\s*<(?:failure|error)([^>]*)>([^<]*)/g)].map(
    ([, test, details, text]) => {
      const said = attribute(details, 'message') || plain(text);
      const names = [attribute(test, 'classname'), attribute(test, 'name')].filter((name) => name !== '');
      return `${names.join(' > ')}: ${summary(said, attribute(test, 'name'))}`;
    },
  );
  return {
    ...{ passed: count('tests') - failed - skipped, failed, skipped },
    failures: failures.map((failure) => failure.slice(0, 500)),
  };
}

function attribute(attributes, name) {
  return plain(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

/** The first informative line; PHPUnit starts with the test's name. */
function summary(text, name) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => name === '' || !line.includes(name)) ?? lines[0] ?? '').trim();
}

function plain(text) {
  const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#10': '\n', '#039': "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|apos|#10|#039);/g, (_, name) => entities[name]);
}
