/** What is kept of the customer of a payment at the processor of the payment. */
export interface CustomerAtProcessor {
  /** The processor's own reference of the customer; null until one is stored, undefined once the customer is erased. */
  reference(): Promise<string | null | undefined>;
  /**
   * Stores the processor's reference, before it is used, where none is stored, or in place of one that is lost. Returns the
   * stored one, which another worker may have stored before; undefined once the customer is erased.
   */
  storeReference(reference: string, lost?: string): Promise<string | undefined>;
  /** The processor's customer that the payment method is attached to; null until it is known. */
  methodOwner(): Promise<string | null>;
  /**
   * Stores that, with the token that the method has from then on. Returns false if the method was removed: it is then detached
   * later if it is attached to our customer.
   */
  storeMethod(token: string, owner: string): Promise<boolean>;
}
