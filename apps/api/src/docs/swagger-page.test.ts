import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { swaggerInitializer } from './swagger-page.js';

type Wrapped = (props: { readonly responses: Map<string, string> }) => { readonly children: readonly unknown[] };

/** Renders the wrapped list of responses as Swagger UI does, in the given state. */
function wrap(open: boolean): Wrapped {
  const React = {
    useState: () => [open, () => {}],
    createElement: (_type: unknown, props: unknown, ...children: unknown[]) => ({ props, children }),
  };
  let options: { plugins?: [{ wrapComponents: { responses: (inner: unknown, system: unknown) => Wrapped } }] } = {};
  const SwaggerUIBundle = (given: typeof options): void => void (options = given);
  runInNewContext(swaggerInitializer(undefined), { window: {}, SwaggerUIBundle });
  const [plugin] = options.plugins ?? [];
  if (plugin === undefined) throw new Error('the plugin is missing');
  return plugin.wrapComponents.responses({}, { React });
}

/** Like an Immutable map, its filter returns a map. */
class Responses extends Map<string, string> {
  filter(keep: (value: string, key: string) => boolean): Responses {
    return new Responses([...this].filter(([key, value]) => keep(value, key)));
  }
}

const responses = new Responses([
  ['201', 'created'],
  ['304', 'unchanged'],
  ['400', 'bad'],
  ['503', 'away'],
]);

it.each([
  [false, ['201', '304'], 'Show 2 error responses'],
  [true, ['201', '304', '400', '503'], 'Hide 2 error responses'],
])('error responses are shown: %s', (open, shown, label) => {
  const [list, button] = wrap(open)({ responses }).children as [
    { props: { responses: Responses } },
    { children: unknown[] },
  ];
  expect([[...list.props.responses.keys()], button.children]).toEqual([shown, [label]]);
});
