-- No foreign keys from customers and payments to environments: their checks would lock the single row of the
-- environment in every transaction.
CREATE TABLE customers (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  email text NOT NULL,
  email_normalized text,
  first_name text,
  last_name text,
  phone text,
  address json,
  locale text,
  currency text,
  email_receipts boolean NOT NULL DEFAULT true,
  default_payment_method_id bigint,
  metadata json NOT NULL DEFAULT '{}',
  erased_at timestamptz,
  updated_at timestamptz NOT NULL,
  CONSTRAINT customers_pkey PRIMARY KEY (environment_id, id),
  -- The address comes first: otherwise the planner might use this index to find a customer by id while the table is
  -- small.
  CONSTRAINT customers_email UNIQUE (email_normalized, environment_id),
  CONSTRAINT customers_erased CHECK ((erased_at IS NULL) = (email_normalized IS NOT NULL))
);

CREATE TABLE payment_methods (
  environment_id integer NOT NULL,
  id bigint NOT NULL,
  customer_id bigint NOT NULL,
  type text NOT NULL CONSTRAINT payment_methods_type CHECK (type IN ('card', 'bank_account', 'wallet')),
  processor_id bigint,
  token_ciphertext bytea,
  token_data_key bytea,
  processor_customer text,
  brand text,
  last4 text,
  expiry_month smallint,
  expiry_year smallint,
  deleted_at timestamptz,
  detach_at timestamptz,
  detach_tries integer NOT NULL DEFAULT 0,
  CONSTRAINT payment_methods_pkey PRIMARY KEY (environment_id, id),
  CONSTRAINT payment_methods_of_customer UNIQUE (environment_id, customer_id, id),
  CONSTRAINT payment_methods_processor FOREIGN KEY (environment_id, processor_id)
    REFERENCES processors (environment_id, id),
  CONSTRAINT payment_methods_customer FOREIGN KEY (environment_id, customer_id) REFERENCES customers (environment_id, id)
);
CREATE INDEX payment_methods_to_detach ON payment_methods (detach_at) WHERE detach_at IS NOT NULL;
ALTER TABLE customers ADD CONSTRAINT customers_default_payment_method
  FOREIGN KEY (environment_id, id, default_payment_method_id) REFERENCES payment_methods (environment_id, customer_id, id);

-- Customers at processors. A row is removed when the processor has deleted the object of an erased customer.
CREATE TABLE processor_customers (
  environment_id integer NOT NULL,
  customer_id bigint NOT NULL,
  processor_id bigint NOT NULL,
  reference text NOT NULL,
  erase_at timestamptz,
  erase_tries integer NOT NULL DEFAULT 0,
  CONSTRAINT processor_customers_pkey PRIMARY KEY (environment_id, customer_id, processor_id),
  CONSTRAINT processor_customers_customer FOREIGN KEY (environment_id, customer_id)
    REFERENCES customers (environment_id, id),
  CONSTRAINT processor_customers_processor FOREIGN KEY (environment_id, processor_id)
    REFERENCES processors (environment_id, id)
);
CREATE INDEX processor_customers_to_erase ON processor_customers (erase_at) WHERE erase_at IS NOT NULL;

-- Customers that are being erased, and the progress.
CREATE TABLE customer_erasures (
  environment_id integer NOT NULL,
  customer_id bigint NOT NULL,
  stage text,
  position bigint NOT NULL DEFAULT 0,
  trace text,
  due_at timestamptz NOT NULL,
  CONSTRAINT customer_erasures_pkey PRIMARY KEY (environment_id, customer_id),
  CONSTRAINT customer_erasures_customer FOREIGN KEY (environment_id, customer_id)
    REFERENCES customers (environment_id, id)
);
CREATE INDEX customer_erasures_due ON customer_erasures (due_at);
