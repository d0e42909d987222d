// `npm run check -- language`: finds phrases of an older style in texts, messages and comments.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptions, laterFolders } from './lib/language-exceptions.mjs';
import { checkLanguage } from './lib/language-check.mjs';
import { root } from './lib/paths.mjs';

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
const faults = checkLanguage(files, (file) => readFileSync(join(root, file), 'utf8'), { exceptions, laterFolders });

for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
