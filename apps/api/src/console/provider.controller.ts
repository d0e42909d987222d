import { Controller, Inject, Res } from '@nestjs/common';
import type { ProviderSessionDto, ProviderSignInDto, SignInOptionsDto } from '@svc/contract';
import { Operation } from '@svc/contract/operation';
import { CONFIG, type Config, ProviderSignIn, signInOptions } from '@svc/core';
import type { Response } from 'express';
import { type ApiRequest, Input, Origin } from '../http/api-request.js';
import { publicUrl } from '../http/public-url.js';
import { BrowserSession } from './browser-session.js';
import { clearProviderCookie, providerCookie, setProviderCookie } from './session-cookie.js';

/** The page to which the identity provider leads back. It is the console's, which then sends what the address contains. */
const CALLBACK = '/console/oidc/callback';

/** Sign-in at the identity provider. */
@Controller()
export class ProviderController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly people: ProviderSignIn,
    private readonly browser: BrowserSession,
  ) {}

  @Operation('getSignInOptions')
  options(@Input() _input: Input<'getSignInOptions'>): SignInOptionsDto {
    return signInOptions(this.config);
  }

  @Operation('startProviderSignIn')
  async start(
    @Input() { body }: Input<'startProviderSignIn'>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProviderSignInDto> {
    const { url, cookie } = await this.people.start(body, this.redirectUri(response));
    setProviderCookie(response, this.config, cookie);
    return { url };
  }

  @Operation('finishProviderSignIn')
  async finish(
    @Input() { body }: Input<'finishProviderSignIn'>,
    @Origin() origin: Origin,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProviderSessionDto> {
    const request = response.req as ApiRequest;
    const callback = {
      redirectUri: this.redirectUri(response),
      cookie: providerCookie(request, this.config),
      token: request.console?.token,
      // It works once, whatever the outcome. Another answer leaves it: the sign-in may have begun in another tab.
      onAccepted: () => clearProviderCookie(response, this.config),
    };
    const { session, purpose, to } = await this.people.finish(body, callback, origin);
    return { purpose, to, session: await this.browser.begin(session, response) };
  }

  /** Without https, cookies belong to the host name that the browser uses, and PUBLIC_URL may have another one. */
  private redirectUri({ req }: Response): string {
    const { PUBLIC_URL } = this.config;
    const base = PUBLIC_URL?.startsWith('https:') === true ? { PUBLIC_URL } : {};
    return `${publicUrl(base, req.headers.host, req.socket)}${CALLBACK}`;
  }
}
