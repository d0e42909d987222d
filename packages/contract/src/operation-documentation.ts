import type {
  ApiBodyOptions,
  ApiHeaderOptions,
  ApiOperationOptions,
  ApiParamOptions,
  ApiQueryOptions,
  ApiResponseOptions,
} from '@nestjs/swagger';

/** One operation in the words of @nestjs/swagger's decorators. */
export interface OperationDocumentation {
  readonly operation: ApiOperationOptions;
  readonly params: readonly ApiParamOptions[];
  readonly query: readonly ApiQueryOptions[];
  readonly headers: readonly ApiHeaderOptions[];
  readonly body: ApiBodyOptions | null;
  readonly responses: readonly ApiResponseOptions[];
}
