/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why an endpoint has not answered. More words may come.
 * - `blocked_address`: the address is one that takes no deliveries, as of a private network.
 * - `dns_failure`: the name does not resolve.
 * - `connection_refused`: nothing listens there.
 * - `connection_reset`: the connection was closed without an answer.
 * - `host_unreachable`: no way leads there.
 * - `timeout`: no connection, or no answer, came in time.
 * - `certificate_expired`: the certificate has expired.
 * - `certificate_invalid`: the certificate is not for this name, or signed by nobody who is trusted.
 * - `tls_error`: TLS 1.2 or later did not come about.
 * - `proxy_error`: the proxy on the way out did not let it through.
 * - `protocol_error`: what came back is not HTTP.
 * - `too_many_interim_responses`: more than 5 interim responses (1xx), or more than 64 KiB, came before a final one.
 * - `invalid_request`: nothing can be sent to such an address.
 * - `network_error`: the network failed in another way.
 * - `aborted`: the service was ending.
 *
 */
export type DeliveryError = 'blocked_address' | 'dns_failure' | 'connection_refused' | 'connection_reset' | 'host_unreachable' | 'timeout' | 'certificate_expired' | 'certificate_invalid' | 'tls_error' | 'proxy_error' | 'protocol_error' | 'too_many_interim_responses' | 'invalid_request' | 'network_error' | 'aborted' | (string & {});
