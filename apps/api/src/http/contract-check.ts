import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type * as responseCheck from '@svc/contract/response-check';
import type { FileOutput, OperationDescriptor, AnyOperationId, StreamMessage, StreamOutput } from '@svc/contract';
import { CONFIG, LOGGER, type Config, type Logger } from '@svc/core';

type ResponseCheck = typeof responseCheck;

/** In test runs, checks every response against the contract, as the bytes that the client gets. */
@Injectable()
export class ContractCheck implements OnModuleInit {
  /** Loaded only under CONTRACT_CHECK: the response validators are a third of the generated code. */
  private contract: ResponseCheck | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.CONTRACT_CHECK) this.contract = await import('@svc/contract/response-check');
  }

  /** Throws when the response violates the contract. */
  answer(operationId: AnyOperationId | null, status: number, json: string): void {
    if (this.contract === undefined) return;
    const body = json === '' ? undefined : (JSON.parse(json) as unknown);
    const violations = this.contract.checkResponse(operationId, status, body);
    if (violations.length === 0) return;
    this.logger.error(
      { event: 'contract_violation', operationId, status, violations },
      'a response violates the contract',
    );
    throw new Error(`the response violates the contract: ${violations.join('; ')}`);
  }

  /** Checks a file while it is sent: media type, length and, for JSON, content. */
  file(operationId: AnyOperationId, operation: OperationDescriptor, file: FileOutput): FileOutput {
    if (this.contract === undefined) return file;
    const complain = (violation: string): void => this.complain(operationId, [violation]);
    if (!operation.answerTypes.includes(file.mediaType)) complain(`the media type ${file.mediaType} is not documented`);
    return { ...file, content: this.watched(operationId, operation.status, file, complain) };
  }

  /** Checks the events of a stream while they are sent. */
  stream(operationId: AnyOperationId, stream: StreamOutput): StreamOutput {
    const { contract } = this;
    if (contract === undefined) return stream;
    return { messages: (ended) => this.watchedMessages(operationId, contract, stream.messages(ended)) };
  }

  private async *watchedMessages(
    operationId: AnyOperationId,
    contract: ResponseCheck,
    messages: AsyncIterable<StreamMessage>,
  ): AsyncGenerator<StreamMessage> {
    for await (const message of messages) {
      const event = message.data === undefined ? undefined : (JSON.parse(message.data.toString('utf8')) as unknown);
      const violations = event === undefined ? [] : contract.validateWebhookEvent(event);
      if (violations.length > 0) this.complain(operationId, violations);
      yield message;
    }
  }

  private complain(operationId: AnyOperationId, violations: readonly string[]): void {
    this.logger.error({ event: 'contract_violation', operationId, violations }, 'a response violates the contract');
  }

  private async *watched(
    operationId: AnyOperationId,
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
