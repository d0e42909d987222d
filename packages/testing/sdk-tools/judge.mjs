// `node judge.mjs package.tgz`: prints the findings of publint and are-the-types-wrong for a package, one per line.
import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const tarball = await readFile(process.argv[2]);
// A copy with a buffer of its own.
const { buffer } = new Uint8Array(tarball);

const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
for (const message of messages) console.log(`publint: ${formatMessage(message, pkg, { color: false })}`);

const { types, problems = [] } = await checkPackage(createPackageFromTarballData(tarball));
if (types === false) console.log('are-the-types-wrong: the package has no types');
for (const problem of problems) console.log(`are-the-types-wrong: ${JSON.stringify(problem)}`);
