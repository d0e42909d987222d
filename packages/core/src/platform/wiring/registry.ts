import type { FactoryProvider, ModuleMetadata, Type } from '@nestjs/common';

/**
 * What the concepts register of one kind. A subclass is the token of each kind. Modules add to it while they are made:
 * read it from onApplicationBootstrap on.
 */
export class Registry<Item> implements Iterable<Item> {
  private readonly items: Item[] = [];

  add(item: Item): void {
    this.items.push(item);
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.items[Symbol.iterator]();
  }
}

/** Something that items are added to. */
interface Collection<Item> {
  add(item: Item): void;
}

/** Adds the instance of a provider, new or known, to a registry. */
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

/** Metadata of a module that exports all its providers. */
export function concept(providers: FactoryProvider[], imports: ModuleMetadata['imports'] = []): ModuleMetadata {
  return { imports, providers, exports: providers.map((provider) => provider.provide) };
}
