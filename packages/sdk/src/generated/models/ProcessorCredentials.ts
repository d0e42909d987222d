/* generated using openapi-typescript-codegen -- do not edit */
/* istanbul ignore file */
/* tslint:disable */
/* eslint-disable */
/**
 * The credentials of your account at the processor. They are encrypted and never shown. `stripe` needs `secretKey`. `http` needs `url`, `apiKey` and `callbackSecret`.
 */
export type ProcessorCredentials = {
    /**
     * `stripe`: a secret key (`sk_…`) or restricted key (`rk_…`) of the account, in the mode of your API key.
     */
    secretKey?: string;
    /**
     * `stripe`: the signing secret of a webhook endpoint that you created for `callbackUrl`. The service then deletes its own endpoint, but only if it finds a newer endpoint for `callbackUrl`. Otherwise your secret may belong to that endpoint. If you send no secret, the service creates the endpoint. With null, the service discards your secret and creates an endpoint again. Then delete yours at Stripe.
     */
    webhookSecret?: string | null;
    /**
     * `http`: where the gateway answers, a public https URL without user name, password, query or fragment. Any other URL is refused as `forbidden_url`.
     */
    url?: string;
    /**
     * `http`: the key that the gateway expects as `Authorization: Bearer`.
     */
    apiKey?: string;
    /**
     * `http`: the secret that signs the callbacks of the gateway: `whsec_` and at least 24 bytes in base64.
     */
    callbackSecret?: string;
    /**
     * `http`: the certificate authority of the gateway as PEM, if it is not a public one. Null removes it.
     */
    caCertificate?: string | null;
    /**
     * `http`: the version of the acquirer contract that the gateway implements. With 1.4, authorizations also contain customer, description and initiator, and part of a hold can be captured. The default is 1.3.
     */
    contractVersion?: '1.3' | '1.4';
};

