import { queryOptions } from '@tanstack/react-query';
import { consoleApi } from './console-api';

/** The authenticator app of the person. */
export const totpQuery = queryOptions({ queryKey: ['profile', 'totp'], queryFn: () => consoleApi.totp() });
