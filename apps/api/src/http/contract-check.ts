import { Inject, Injectable } from '@nestjs/common';
import { checkResponse, type OperationId } from '@svc/contract';
import { CONFIG, LOGGER, type Config, type Logger } from '@svc/core';

/** In test runs, holds every answer against the contract, as the bytes that the client would get. */
@Injectable()
export class ContractCheck {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws when the answer breaks the contract. */
  answer(operationId: OperationId | null, status: number, json: string): void {
    if (!this.config.CONTRACT_CHECK) return;
    const violations = checkResponse(operationId, status, json === '' ? undefined : (JSON.parse(json) as unknown));
    if (violations.length === 0) return;
    this.logger.error({ event: 'contract_violation', operationId, status, violations }, 'contract_violation');
    throw new Error(`the answer breaks the contract: ${violations.join('; ')}`);
  }
}
