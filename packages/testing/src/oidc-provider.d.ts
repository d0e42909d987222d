declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** What the tests use of oidc-provider, which has no types of its own. */
  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Client: {
      readonly prototype: { redirectUriAllowed(uri: string): boolean };
      find(id: string): Promise<{ requireAuthTime: boolean }>;
    };
    readonly Grant: new (properties: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
