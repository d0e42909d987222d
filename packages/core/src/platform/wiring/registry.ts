import type { FactoryProvider, ModuleMetadata, Type } from '@nestjs/common';

/** Collects what concepts register, with a subclass as token for each kind. Read it from onApplicationBootstrap on. */
export class Registry<Item> implements Iterable<Item> {
  private readonly items: Item[] = [];

  add(item: Item): void {
    this.items.push(item);
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.items[Symbol.iterator]();
  }
}

interface Collection<Item> {
  add(item: Item): void;
}

/** Adds a provider's instance to a registry; also returns the provider if it is a new one. */
export function register<Item>(
  registry: Type<Collection<Item>>,
  source: FactoryProvider<Item> | Type<Item>,
): FactoryProvider[] {
  const [token, providers] = typeof source === 'function' ? [source, []] : [source.provide, [source]];
  const addition: FactoryProvider = {
    provide: Symbol(`${registry.name} addition`),
    inject: [registry, token],
    useFactory: (collection: Collection<Item>, item: Item) => collection.add(item),
  };
  return [...providers, addition];
}

/** Returns the metadata of a module that exports all its providers. */
export function concept(providers: FactoryProvider[], imports: ModuleMetadata['imports'] = []): ModuleMetadata {
  return { imports, providers, exports: providers.map((provider) => provider.provide) };
}
