// Preloaded into an API process by a test: marks operations as deprecated that the contract does not, by the generator's
// own hand. DEPRECATED_OPERATIONS is JSON: what to add to each operation, by operationId.
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
