export { currencies } from '../generated/currencies.js';
export {
  ConsoleSessionDto,
  InvitationListDto,
  InvitationWithLinkDto,
  OwnAccountListDto,
  OwnSessionListDto,
  PersonDto,
  PersonListDto,
  ProviderSessionDto,
  ProviderSignInDto,
  RecoveryCodesDto,
  SignInLinkDto,
  SignInOptionsDto,
  TotpDto,
  TotpSecretDto,
} from '../generated/console/dto.js';
export * from '../generated/dto.js';
export { operations, type OperationId } from '../generated/operations.js';
export { problemCodes } from '../generated/problem-codes.js';
export { problems } from '../generated/problems.js';
export { allOperations, type AnyOperationId } from './all-operations.js';
export { checkBindings, type Binding } from './bindings.js';
export type { IdPrefix } from './id-prefixes.js';
export { parseInput, type ParsedInput } from './input.js';
export { findDuplicateKey } from './json-text.js';
export { findLossyNumber } from './json-text.js';
export type { OperationDescriptor } from './operation.js';
export { serializeOutput, serializeProblem } from './output.js';
export type {
  ConsoleSchemas,
  EventKind,
  FieldError,
  FieldErrorCode,
  Input,
  Mode,
  Output,
  Problem,
  ProblemCode,
  Schemas,
  WebhookEvent,
} from './schemas.js';
export type { FileOutput, StreamMessage, StreamOutput } from './output.js';
