import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { root } from '../../lib/paths.mjs';
import { WIDTH } from './layout.mjs';

/**
 * @param {import('./plan.mjs').SamplePlan} plan
 * @param {{ packageName: string }} names
 */
export async function javascriptSample(plan, { packageName }) {
  const imports = plan.answer === 'file' ? ["import { writeFile } from 'node:fs/promises';"] : [];
  const lines = [
    ...imports,
    `import { Svc } from '${packageName}';`,
    '',
    'const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });',
    '',
    ...use(plan, call(plan)),
  ];
  const settings = JSON.parse(await readFile(join(root, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format('sample.mjs', lines.join('\n'), { ...settings, printWidth: WIDTH });
  if (errors.length > 0) throw new Error(`the sample of ${plan.variable} cannot be formatted: ${errors[0].message}`);
  return code;
}

function call({ resource, method, ids, body, query, ifMatch }) {
  const fields = [...(body?.entries ?? []).map(([name, node]) => `${key(name)}: ${literal(node)}`)];
  const filters = query.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const params = [...fields, ...filters];
  const parameters = [
    ...ids.map((id) => JSON.stringify(id)),
    ...(params.length > 0 ? [`{ ${params.join(', ')} }`] : []),
    ...(ifMatch === null ? [] : [`{ ifMatch: ${JSON.stringify(ifMatch)} }`]),
  ];
  return `svc.${resource}.${method}(${parameters.join(', ')})`;
}

function use({ answer, variable, hasId }, called) {
  const shown = hasId ? `${variable}.id` : variable;
  if (answer === 'nothing') return [`await ${called};`];
  if (answer === 'object') return [`const ${variable} = await ${called};`, `console.log(${shown});`];
  if (answer === 'list') return [`for await (const ${variable} of ${called}) {`, `console.log(${shown});`, '}'];
  if (answer === 'file') return [`const file = await ${called};`, "await writeFile('report.csv', file.body);"];
  return [`for await (const { id, event } of await ${called}) {`, 'console.log(id, event.type);', '}'];
}

function literal(node) {
  if (node.kind === 'value') return JSON.stringify(node.value);
  if (node.kind === 'list') return `[${node.items.map(literal).join(', ')}]`;
  return `{ ${node.entries.map(([name, each]) => `${key(name)}: ${literal(each)}`).join(', ')} }`;
}

function key(name) {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
