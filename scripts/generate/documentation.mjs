import { literal, Code } from './code.mjs';
import { operationsOf, resolve } from './document.mjs';
import { dtoComponents, dtoName, swaggerSchema } from './dto.mjs';
import { HEADER } from './output.mjs';

/**
 * What @nestjs/swagger is told about each operation.
 * @param {any} document
 */
export function documentationFile(document) {
  const rows = Object.fromEntries(
    operationsOf(document).map((operation) => [operation.operationId, documentation(document, operation)]),
  );
  const models = dtoComponents(document).map(dtoName);
  return `${HEADER}
import type { OperationDocumentation } from '../src/operation-documentation.js';
import type { OperationId } from './operations.js';
import * as dto from './dto.js';

export const models = ${literal(models.map((name) => new Code(`dto.${name}`)))};

export const documentation: Readonly<Record<OperationId, OperationDocumentation>> = ${literal(rows)};
`;
}

/**
 * @param {any} document
 * @param {import('./document.mjs').Operation} operation
 */
function documentation(document, operation) {
  const { definition, parameters } = operation;
  const parametersIn = (/** @type {string} */ place) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, description, style, explode, schema, example }) => ({
        name,
        required,
        description,
        style,
        explode,
        schema: swaggerSchema(document, schema),
        example,
      }));
  const body = definition.requestBody && {
    description: definition.requestBody.description,
    required: definition.requestBody.required,
    schema: swaggerSchema(document, operation.bodySchema),
    examples: { example: { value: definition.requestBody.content[operation.bodyMediaTypes[0]].example } },
  };
  return {
    operation: {
      operationId: operation.operationId,
      summary: definition.summary,
      description: definition.description,
    },
    params: parametersIn('path'),
    query: parametersIn('query'),
    headers: parametersIn('header'),
    body: body ?? null,
    responses: operation.responses.map(({ status, response, mediaType }) => ({
      status,
      description: response.description,
      headers: headersOf(document, response),
      ...(mediaType && {
        content: Object.fromEntries(
          Object.entries(response.content).map(([type, { schema, example }]) => [
            type,
            { schema: swaggerSchema(document, schema), example },
          ]),
        ),
      }),
    })),
  };
}

/**
 * @param {any} document
 * @param {any} response
 */
function headersOf(document, response) {
  return Object.fromEntries(
    Object.entries(response.headers ?? {}).map(([name, header]) => [name, resolve(document, header)]),
  );
}
