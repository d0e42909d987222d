import { snake } from '../python/names.mjs';
import { layOut, prefixed } from './layout.mjs';

/** @param {import('./plan.mjs').SamplePlan} plan */
export function pythonSample(plan) {
  return `${[
    'import os',
    '',
    'from svc_payments import Svc',
    '',
    'svc = Svc(os.environ["SVC_API_KEY"], base_url=os.environ["SVC_API_BASE"])',
    '',
    ...use(plan, call(plan)),
  ].join('\n')}\n`;
}

/** @returns {Exclude<import('./layout.mjs').Code, string>} */
function call({ resource, method, ids, body, query, ifMatch }) {
  return {
    head: `svc.${snake(resource)}.${snake(method)}(`,
    items: [
      ...ids.map((id) => JSON.stringify(id)),
      ...(body?.entries ?? []).map(([name, node]) => prefixed(`${snake(name)}=`, literal(node))),
      ...query.map(([name, value]) => `${snake(name)}=${JSON.stringify(value)}`),
      ...(ifMatch === null ? [] : [`if_match=${text(ifMatch)}`]),
    ],
    tail: ')',
  };
}

function use({ answer, variable, hasId }, called) {
  const name = snake(variable);
  const shown = hasId ? `${name}.id` : name;
  const around = (/** @type {string} */ head, tail = '') => layOut(prefixed(head, { ...called, tail: `)${tail}` }));
  if (answer === 'nothing') return [layOut(called)];
  if (answer === 'object') return [around(`${name} = `), `print(${shown})`];
  if (answer === 'list') return [around(`for ${name} in `, ':'), `    print(${shown})`];
  if (answer === 'file') return [around('with ', ' as file:'), '    file.save("report.csv")'];
  return [around('for message in ', ':'), '    print(message.id, message.event.type)'];
}

function literal(node) {
  if (node.kind === 'value') return scalar(node.value);
  if (node.kind === 'list') return { head: '[', items: node.items.map(literal), tail: ']' };
  const key = (/** @type {string} */ name) => JSON.stringify(node.kind === 'object' ? snake(name) : name);
  return {
    head: '{',
    items: node.entries.map(([name, each]) => prefixed(`${key(name)}: `, literal(each))),
    tail: '}',
  };
}

function scalar(value) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? text(value) : String(value);
}

/** Quoted like Black does. */
function text(value) {
  return value.includes('"') && !value.includes("'") ? `'${value}'` : JSON.stringify(value);
}
