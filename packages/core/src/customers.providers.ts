import type { FactoryProvider } from '@nestjs/common';
import { CustomerDirectory } from './customers/customer-directory.js';
import { IdSource } from './platform/ids/id-source.js';
import { provide } from './provide.js';

/** Customers. */
export const customersProviders: FactoryProvider[] = [provide(CustomerDirectory, [IdSource])];
