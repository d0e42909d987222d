import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { checkBindings, type Binding } from '@svc/contract';
import { operationIdOf } from '@svc/contract/operation';

/** Stops the boot unless exactly one controller method is bound to each operation of the contract. */
@Injectable()
export class Bindings implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    checkBindings(this.discovery.getControllers().flatMap((controller) => this.bindingsOf(controller.metatype)));
  }

  private bindingsOf(controller: unknown): Binding[] {
    if (typeof controller !== 'function') return [];
    const prototype = controller.prototype as Record<string, object>;
    return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = prototype[method];
      const operationId = handler === undefined ? undefined : operationIdOf(handler);
      return operationId === undefined ? [] : [{ operationId, where: `${controller.name}.${method}` }];
    });
  }
}
