// A method of a resource in both clients, generated from its operation.
import { bracketed } from './names.mjs';

/** The two clients, and how each wraps a method to return the response as well. */
export const CLIENTS = [
  { name: 'sync', prefix: '', title: 'client', raw: () => 'raw_response' },
  {
    name: 'async',
    prefix: 'Async',
    title: 'asynchronous client',
    raw: ({ answer }) => (answer.kind === 'list' ? 'async_raw_page' : 'async_raw_response'),
  },
];

/** How each kind of response is requested, and its result type. */
const ANSWERS = {
  request: {
    sync: ({ type, read }) => ({ returns: type, expression: `self._transport.request(call, ${read})` }),
    async: ({ type, read }) => ({ returns: type, expression: `await self._transport.request(call, ${read})` }),
  },
  list: {
    sync: ({ type }) => ({ returns: type, expression: `self._transport.list(call, ${type})` }),
    async: ({ async: type, item }) => ({
      returns: `AsyncPages[${type}, ${item}]`,
      expression: `self._transport.list(call, ${type})`,
      lazy: true,
    }),
  },
  download: {
    sync: () => ({ returns: 'FileDownload', expression: 'self._transport.download(call)' }),
    async: () => ({ returns: 'AsyncFileDownload', expression: 'await self._transport.download(call)' }),
  },
  stream: {
    sync: () => ({ returns: 'EventStream', expression: 'self._transport.stream(call)' }),
    async: () => ({ returns: 'AsyncEvents', expression: 'self._transport.stream(call)', lazy: true }),
  },
};

export function pythonMethod(view) {
  const clients = CLIENTS.map(({ name }) => {
    const { returns, expression, lazy = false } = ANSWERS[view.answer.kind][name](view.answer);
    const head = name === 'async' && !lazy ? 'async def' : 'def';
    return [name, { signature: signature(`${head} ${view.name}(`, view, returns), answer: expression }];
  });
  return { ...view, ...Object.fromEntries(clients), call: callLines(view) };
}

function signature(head, { ids, keywords }, returns) {
  const given = keywords.map(({ name, type, required }) =>
    required
      ? `${name}: ${type}`
      : `${name}: Union[${alternatives(type)}, NotGiven${type.startsWith('Optional[') ? ', None' : ''}] = NOT_GIVEN`,
  );
  const parameters = [
    'self',
    ...ids.map(({ name }) => `${name}: str`),
    ...(given.length > 0 ? ['*', ...given] : []),
    '**options: Unpack[RequestOptions]',
  ];
  // Without a trailing comma after `**options`: Python 3.9 accepts it, but formatters do not add it.
  return bracketed(head, parameters, `) -> ${returns}:`, '    ').trimStart();
}

/** The members of an Optional or Union type. */
function alternatives(type) {
  const [, optional] = /^Optional\[(.*)\]$/.exec(type) ?? [];
  if (optional !== undefined) return alternatives(optional);
  return /^Union\[(.*)\]$/.exec(type)?.[1] ?? type;
}

function callLines({ ids, body, query, headers }) {
  return [
    ...(ids.length > 0 ? [`ids={${ids.map(({ field, name }) => `"${field}": ${name}`).join(', ')}},`] : []),
    ...dict('body', body),
    ...dict('query', query),
    ...dict('headers', headers),
  ];
}

function dict(name, fields) {
  if (fields.length === 0) return [];
  const items = fields.map(({ field, name: variable }) => `"${field}": ${variable}`);
  return bracketed(`${name}={`, items, '},', '            ')
    .split('\n')
    .map((line) => line.slice(12));
}

/**
 * The imports of a resource's methods, sorted as linters require.
 * @param {{ methods: any[] }} resource
 */
export function importsOf({ methods }) {
  const text = methods.flatMap(({ sync, async, call }) => [sync.signature, async.signature, ...call]).join('\n');
  const kinds = new Set(methods.map(({ answer }) => answer.kind));
  const wrappers = CLIENTS.flatMap(({ raw }) =>
    methods.filter(({ answer }) => ['request', 'list'].includes(answer.kind)).map((method) => raw(method)),
  );
  const uses = (/** @type {string[]} */ names) => used(names, text);
  const from = (/** @type {string} */ module, /** @type {string} */ names) =>
    names === '' ? [] : [`from ${module} import ${names}`];
  const when = (/** @type {string} */ kind, /** @type {string} */ line) => (kinds.has(kind) ? [line] : []);
  const readers = methods.flatMap(({ answer }) => (answer.read === 'nothing' ? ['nothing'] : []));
  return [
    ...(/\bdatetime\b/.test(text) ? ['from datetime import datetime'] : []),
    `from typing import ${used(['Any', 'Mapping', 'Optional', 'Sequence', 'Union'], `TYPE_CHECKING ${text}`, ['TYPE_CHECKING'])}`,
    ...(/\bUUID\b/.test(text) ? ['from uuid import UUID'] : []),
    '',
    `from ..._request import Call, Operation${uses(['NOT_GIVEN']) === '' ? '' : ', NOT_GIVEN, NotGiven'}`.replace(
      'Call, Operation, NOT_GIVEN, NotGiven',
      'NOT_GIVEN, Call, NotGiven, Operation',
    ),
    `from ..._responses import ${[...new Set([...wrappers, ...readers])].sort().join(', ')}`,
    ...from('..', used(['models', 'params'], methods.map((method) => text + method.sync.answer).join('\n'))),
    '',
    'if TYPE_CHECKING:',
    '    from typing_extensions import Unpack',
    '',
    '    from ..._async_transport import AsyncTransport',
    ...when('stream', '    from ..._event_stream import AsyncEvents, EventStream'),
    ...when('download', '    from ..._downloads import AsyncFileDownload, FileDownload'),
    '    from ..._options import RequestOptions',
    ...when('list', '    from ..._pages import AsyncPages'),
    '    from ..._transport import Transport',
  ].join('\n');
}

/**
 * The names that occur in a text, as in an import.
 * @param {string[]} names
 * @param {string} text
 * @param {string[]} always
 */
export function used(names, text, always = []) {
  // A description may begin with the word Any.
  const code = text.replaceAll(/"""[\s\S]*?"""/g, '');
  return [...always, ...names.filter((name) => new RegExp(`\\b${name}\\b`).test(code))].join(', ');
}
