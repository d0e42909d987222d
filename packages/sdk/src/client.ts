import { AllResources } from './generated/resources/AllResources.js';
import { connection, type ClientOptions } from './options.js';

/**
 * A client of the service, for one API key.
 *
 *     const svc = new Svc('sk_test_…', { baseUrl: 'https://payments.example.com' });
 *     const payment = await svc.payments.create({ amount: { value: 1000, currency: 'USD' } });
 *
 * Calls reject with an `SvcError`.
 */
export class Svc extends AllResources {
  /**
   * @throws TypeError if the key or an option is invalid
   */
  constructor(apiKey: string, options: ClientOptions) {
    super(connection(apiKey, options));
  }
}
