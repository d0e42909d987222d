import type { FactoryProvider, Type } from '@nestjs/common';

/** A class whose constructor takes exactly the given dependencies, in their order. */
export function provide<Instance, Dependencies extends unknown[]>(
  type: new (...dependencies: Dependencies) => Instance,
  dependencies: { [Index in keyof Dependencies]: Type<Dependencies[Index]> | symbol },
): FactoryProvider {
  return {
    provide: type,
    useFactory: (...resolved: unknown[]) => new type(...(resolved as Dependencies)),
    inject: dependencies as (Type | symbol)[],
  };
}
