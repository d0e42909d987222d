/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Your own JSON object, kept and returned equal to what you sent; {} when there is none. At most 50 keys, none of them empty, and 16 KiB as JSON text. A number that would not come back equal, such as 12345678901234567890, is refused: send it as text.
 */
export type Metadata = Record<string, unknown>;
