import { layOut, prefixed } from './layout.mjs';

/** @param {import('./plan.mjs').SamplePlan} plan */
export function phpSample(plan) {
  return `${[
    '<?php',
    '',
    "require 'vendor/autoload.php';",
    '',
    'use Svc\\Payments\\Svc;',
    '',
    "$svc = new Svc(getenv('SVC_API_KEY'), getenv('SVC_API_BASE'));",
    '',
    ...use(plan, call(plan)),
  ].join('\n')}\n`;
}

/** @returns {Exclude<import('./layout.mjs').Code, string>} */
function call({ resource, method, ids, body, query, ifMatch }) {
  return {
    head: `$svc->${resource}->${method}(`,
    items: [
      ...ids.map(text),
      ...(body?.entries ?? []).map(([name, node]) => prefixed(`${name}: `, literal(node))),
      ...query.map(([name, value]) => `${name}: ${text(value)}`),
      ...(ifMatch === null ? [] : [`ifMatch: ${text(ifMatch)}`]),
    ],
    tail: ')',
  };
}

function use({ answer, variable, hasId }, called) {
  const shown = hasId ? `echo $${variable}->id, "\\n";` : `var_dump($${variable});`;
  const around = (/** @type {string} */ head, /** @type {string} */ tail) =>
    layOut(prefixed(head, { ...called, tail: `)${tail}` }));
  if (answer === 'nothing') return [around('', ';')];
  if (answer === 'object') return [around(`$${variable} = `, ';'), shown];
  if (answer === 'list') return [around('foreach (', ` as $${variable}) {`), `    ${shown}`, '}'];
  if (answer === 'file') return [around('$file = ', ';'), "$file->save('report.csv');"];
  return [around('foreach (', ' as $message) {'), '    echo $message->id, " ", $message->event->type, "\\n";', '}'];
}

function literal(node) {
  if (node.kind === 'value') return typeof node.value === 'string' ? text(node.value) : String(node.value);
  const items =
    node.kind === 'list'
      ? node.items.map(literal)
      : node.entries.map(([name, each]) => prefixed(`${text(name)} => `, literal(each)));
  return { head: '[', items, tail: ']' };
}

function text(value) {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
