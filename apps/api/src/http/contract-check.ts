import { Inject, Injectable } from '@nestjs/common';
import { checkResponse, type FileOutput, type OperationDescriptor, type OperationId } from '@svc/contract';
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

  /** The file, which is held against the contract as it passes: its type, its length and, of JSON, its content. */
  file(operationId: OperationId, operation: OperationDescriptor, file: FileOutput): FileOutput {
    if (!this.config.CONTRACT_CHECK) return file;
    const complain = (violation: string): void => {
      const violations = [violation];
      this.logger.error({ event: 'contract_violation', operationId, violations }, 'contract_violation');
    };
    if (!operation.answerTypes.includes(file.mediaType)) complain(`the media type ${file.mediaType} is not documented`);
    return { ...file, content: this.watched(operationId, operation.status, file, complain) };
  }

  private async *watched(
    operationId: OperationId,
    status: number,
    file: FileOutput,
    complain: (violation: string) => void,
  ): AsyncGenerator<Buffer> {
    const passed: Buffer[] = [];
    for await (const part of file.content) {
      passed.push(part);
      yield part;
    }
    const whole = Buffer.concat(passed);
    if (whole.length !== file.bytes) complain(`the file has ${whole.length} bytes, not ${file.bytes}`);
    if (file.mediaType === 'application/json') this.answer(operationId, status, whole.toString('utf8'));
  }
}
