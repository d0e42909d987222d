import type { FactoryProvider, Type } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../tokens.js';

type Token<Value> = Type<Value> | symbol;

/** A value that is taken from what a token stands for. */
class Part<Value> {
  constructor(
    readonly token: Token<unknown>,
    readonly take: (whole: never) => Value,
  ) {}
}

type Dependency<Value> = Token<Value> | Part<Value>;
type Dependencies<Values> = { [Name in keyof Values]: Dependency<Values[Name]> };

/** A dependency that is part of another provider. */
export function partOf<Whole, Value>(token: Token<Whole>, take: (whole: Whole) => Value): Part<Value> {
  return new Part(token, take);
}

/** A dependency that the configuration decides. */
export function setting<Value>(read: (config: Config) => Value): Part<Value> {
  return partOf<Config, Value>(CONFIG, read);
}

/** A class whose constructor takes one object of dependencies, each under its name. */
export function provide<Instance, Values extends object>(
  type: new (values: Values) => Instance,
  dependencies: Dependencies<Values>,
): FactoryProvider<Instance>;
/** A class whose constructor takes a few dependencies, in their order. */
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
