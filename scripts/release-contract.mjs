// `npm run release:contract`: makes openapi/openapi.json the released contract. `-- --major` accepts a breaking change.
import { parseArgs } from 'node:util';
import { ensureOasdiff } from './lib/breaking/oasdiff.mjs';
import { releaseContract } from './lib/breaking/release.mjs';
import { missingGo } from './lib/go.mjs';
import { root } from './lib/paths.mjs';
import { Refusal } from './lib/run-command.mjs';

try {
  const { values } = parseArgs({ options: { major: { type: 'boolean', default: false } } });
  const [missing] = missingGo();
  if (missing !== undefined) throw new Refusal(`A release compares the contract with oasdiff, which needs ${missing}.`);
  console.log(await releaseContract({ folder: root, oasdiff: await ensureOasdiff(), major: values.major }));
} catch (error) {
  console.error(error instanceof Refusal || String(error.code).startsWith('ERR_PARSE_ARGS') ? error.message : error);
  process.exitCode = 1;
}
