// Generates everything that follows from the contracts in openapi/. `--check` writes nothing and fails on a difference.
import { compare, write } from './generate/output.mjs';
import { installFirst } from './lib/install.mjs';
import { sayError } from './lib/run-command.mjs';

await installFirst();
// A static import would load its packages before they are installed.
const { everyFile, owned } = await import('./generate/every-file.mjs');

const files = await everyFile().catch((error) => {
  console.error(sayError(error));
  process.exit(1);
});
const differences = await compare(files, owned);
if (process.argv.includes('--check')) {
  if (differences.length > 0) {
    console.error(`Generated files differ from the contract; run \`npm run generate\`:\n  ${differences.join('\n  ')}`);
    process.exit(1);
  }
  console.log(`generate: ${files.size} files match the contract`);
} else {
  await write(files, differences);
  console.log(`generate: ${files.size} files from the contract, ${differences.length} changed`);
}
