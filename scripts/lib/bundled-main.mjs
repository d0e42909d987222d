// Runs a bundled program. `scripts/lib/bundle.mjs` puts it next to the bundle as main.js.
//
// V8 takes half of the boot time to compile. So the build stores its compiled code, for the version of V8 and its flags. Another
// Node, or other flags, find no such file and compile. See docs/decisions/0028.
import './heap.js';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';

const file = fileURLToPath(new URL('program.cjs', import.meta.url));
const compiled = `${file}.${process.arch}.${cachedDataVersionTag()}.compiled`;
const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
// The bundle is ASCII, so V8 keeps one byte for each character.
const script = new Script(`(function (exports, require, __filename) {${readFileSync(file, 'latin1')}\n})`, {
  filename: file,
  cachedData,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
const program = {};
script.runInThisContext()(program, createRequire(file), file);

if (process.argv[2] === '--compile') {
  if (script.cachedDataRejected) process.exit(1);
  if (cachedData !== undefined) process.exit(0);
  // What modules run when they are loaded is compiled with them.
  await program.load();
  writeFileSync(`${compiled}.new`, script.createCachedData());
  renameSync(`${compiled}.new`, compiled);
  process.exit(0);
}
program.run();
