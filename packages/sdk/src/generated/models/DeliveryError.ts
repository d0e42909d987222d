/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * Why the endpoint did not respond. More codes may be added.
 * - `blocked_address`: deliveries to this address are not allowed, for example to a private network.
 * - `dns_failure`: the host name could not be resolved.
 * - `connection_refused`: nothing is listening at the address.
 * - `connection_reset`: the connection was closed without a response.
 * - `host_unreachable`: there is no route to the host.
 * - `timeout`: there was no connection or no response in time.
 * - `certificate_expired`: the certificate has expired.
 * - `certificate_invalid`: the certificate is not valid for this host name, or is not signed by a trusted authority.
 * - `tls_error`: no TLS 1.2 or later connection could be established.
 * - `proxy_error`: the outgoing proxy refused the connection.
 * - `protocol_error`: the response is not valid HTTP, or its headers exceed 256 lines,
 * 64 KiB or 64 TCP segments or TLS records.
 * - `too_many_interim_responses`: more than 5 interim responses (1xx), or more than 64 KiB, 256 lines or
 * 64 segments of them, came before a final one.
 * - `invalid_request`: no request can be sent to this URL.
 * - `network_error`: another network error.
 * - `aborted`: the service was shutting down.
 *
 */
export type DeliveryError = 'blocked_address' | 'dns_failure' | 'connection_refused' | 'connection_reset' | 'host_unreachable' | 'timeout' | 'certificate_expired' | 'certificate_invalid' | 'tls_error' | 'proxy_error' | 'protocol_error' | 'too_many_interim_responses' | 'invalid_request' | 'network_error' | 'aborted' | (string & {});
