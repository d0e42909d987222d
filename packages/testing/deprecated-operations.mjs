// Preloaded into an API process: deprecates operations with the generator's own code. DEPRECATED_OPERATIONS is JSON:
// the fields to add to each operation, by operationId.
import { readFile } from 'node:fs/promises';
import { operations } from '@svc/contract';
import { withDeprecations } from '../../scripts/generate/deprecations.mjs';
import { operationsOf } from '../../scripts/generate/document.mjs';
import { descriptor } from '../../scripts/generate/operations.mjs';

const document = JSON.parse(await readFile(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'));
const wanted = JSON.parse(process.env.DEPRECATED_OPERATIONS);
for (const { operationId, definition } of operationsOf(document)) Object.assign(definition, wanted[operationId]);

const changed = withDeprecations(document);
for (const operation of operationsOf(changed)) {
  if (operation.operationId in wanted) {
    Object.assign(operations[operation.operationId], descriptor(changed, operation));
  }
}
