// The methods of a resource: overloads for each operation, and the same returning status and headers as well.
import { javadoc, literal } from './names.mjs';

const OPTIONS = { type: 'RequestOptions', name: 'options', said: 'options of this call' };

/** @param {any} view of an operation: `name`, `ids`, `params`, `answer`, `description` */
export function javaMethod(view) {
  const { ids, params, answer } = view;
  const given = ids.map(({ name, description }) => ({ type: 'String', name, said: description }));
  const own = params === null ? [] : [{ type: params.name, name: 'params', said: 'the parameters of the request' }];
  const full = [...given, ...own, OPTIONS];
  const shorter = [
    ...(params === null || params.optional ? [given] : []),
    ...(params?.optional ? [[...given, OPTIONS]] : []),
    ...(params === null ? [] : [[...given, ...own]]),
  ];
  return {
    ...view,
    overloads: [...shorter.map((list) => overload(view, list, full)), whole(view, full)],
    raw: hasHead(answer) ? [...shorter.map((list) => rawOverload(view, list, full)), rawWhole(view, full)] : [],
  };
}

/** Files and streams have their status and headers as methods. */
const hasHead = ({ kind }) => kind === 'object' || kind === 'list' || kind === 'nothing';

const list = (parameters) => parameters.map(({ type, name }) => `${type} ${name}`).join(', ');
const tags = (parameters) => parameters.map(({ name, said }) => [`@param ${name}`, said]);

/** The arguments for the full overload, with defaults for those that a shorter one leaves out. */
function handed(full, parameters, { params }) {
  return full
    .map((each) => {
      if (parameters.includes(each)) return each.name;
      return each === OPTIONS ? 'RequestOptions.none()' : `${params.name}.builder().build()`;
    })
    .join(', ');
}

function answered({ answer }) {
  return answer.kind === 'nothing' ? [] : [['@return', answer.said]];
}

function overload(view, parameters, full) {
  const back = view.answer.kind === 'nothing' ? '' : 'return ';
  return method({
    said: javadoc(view.summary, '    ', [...tags(parameters), ...answered(view)]),
    head: `public ${view.answer.type} ${view.name}(${list(parameters)})`,
    body: `${back}${view.name}(${handed(full, parameters, view)});`,
  });
}

function whole(view, full) {
  const { answer } = view;
  const call = hasHead(answer)
    ? `raw.${view.name}(${full.map(({ name }) => name).join(', ')})${answer.kind === 'nothing' ? '' : '.value()'}`
    : `caller.${answer.kind}(${callOf(view)})`;
  return method({
    said: javadoc(view.description, '    ', [...tags(full), ...answered(view)]),
    head: `public ${answer.type} ${view.name}(${list(full)})`,
    body: `${answer.kind === 'nothing' ? '' : 'return '}${call};`,
  });
}

const rawType = ({ answer }) => `RawResponse<${answer.kind === 'nothing' ? 'Void' : answer.type}>`;

function rawOverload(view, parameters, full) {
  return method({
    said: javadoc(view.summary, '        ', [...tags(parameters), ['@return', 'the answer with its head']]),
    head: `public ${rawType(view)} ${view.name}(${list(parameters)})`,
    body: `return ${view.name}(${handed(full, parameters, view)});`,
    indent: '        ',
  });
}

function rawWhole(view, full) {
  const { answer } = view;
  const asked =
    answer.kind === 'nothing'
      ? `caller.nothing(${callOf(view)})`
      : `caller.${answer.kind}(${callOf(view)}, ${answer.type}::new)`;
  return method({
    said: javadoc(view.summary, '        ', [...tags(full), ['@return', 'the answer with its head']]),
    head: `public ${rawType(view)} ${view.name}(${list(full)})`,
    // The class of a union depends on the response, so its own factory creates it.
    body: `return ${asked.replace(/(\w+)::new/, (all, name) => (answer.union ? `${name}::of` : all))};`,
    indent: '        ',
  });
}

function callOf({ constant, ids, params }) {
  const named = ids.map(({ field, name }) => `.id(${literal(field)}, ${name})`);
  return `${constant}.call(options)${named.join('')}${params === null ? '' : '.with(params)'}`;
}

function method({ said, head, body, indent = '    ' }) {
  return `${said}\n${broken(`${indent}${head} {`, indent)}\n${indent}    ${body}\n${indent}}`;
}

/** Breaks a method head that is too long before its parameters. */
function broken(line, indent) {
  if (line.length <= 120) return line;
  return line.replace('(', `(\n${indent}        `);
}
