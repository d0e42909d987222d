import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';

/** Metadata of a module that exports all its providers. */
export function concept(providers: FactoryProvider[], imports: ModuleMetadata['imports'] = []): ModuleMetadata {
  return { imports, providers, exports: providers.map((provider) => provider.provide) };
}
