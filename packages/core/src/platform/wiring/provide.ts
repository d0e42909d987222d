import type { FactoryProvider, Type } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../tokens.js';

type Token<Value> = Type<Value> | symbol;

/** A value derived from an injected one. */
class Part<Value> {
  constructor(
    readonly token: Token<unknown>,
    readonly take: (whole: never) => Value,
  ) {}
}

type Dependency<Value> = Token<Value> | Part<Value>;
type Dependencies<Values> = { [Name in keyof Values]: Dependency<Values[Name]> };

/** Injects a value derived from another provider. */
export function partOf<Whole, Value>(token: Token<Whole>, take: (whole: Whole) => Value): Part<Value> {
  return new Part(token, take);
}

/** Injects a value of the configuration. */
export function setting<Value>(read: (config: Config) => Value): Part<Value> {
  return partOf<Config, Value>(CONFIG, read);
}

/** Provides a class whose constructor takes an object of named dependencies. */
export function provide<Instance, Values extends object>(
  type: new (values: Values) => Instance,
  dependencies: Dependencies<Values>,
): FactoryProvider<Instance>;
/** Provides a class whose constructor takes a few dependencies in order. */
export function provide<Instance, Values extends unknown[]>(
  type: new (...values: Values) => Instance,
  dependencies: Dependencies<Values>,
): FactoryProvider<Instance>;
export function provide<Instance>(
  type: new (...values: unknown[]) => Instance,
  dependencies: object,
): FactoryProvider<Instance> {
  const names = Object.keys(dependencies);
  const wanted = Object.values(dependencies) as Dependency<unknown>[];
  return {
    provide: type,
    inject: wanted.map((dependency) => (dependency instanceof Part ? dependency.token : dependency)),
    useFactory: (...resolved: unknown[]) => {
      const values = wanted.map((dependency, place) =>
        dependency instanceof Part ? dependency.take(resolved[place] as never) : resolved[place],
      );
      if (Array.isArray(dependencies)) return new type(...values);
      return new type(Object.fromEntries(names.map((name, place) => [name, values[place]])));
    },
  };
}
