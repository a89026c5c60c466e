-- Payments, attempts at them, and the ledger.

create table payment_methods (
  id integer primary key,
  name text not null,
  online boolean not null,
  office boolean not null,
  enabled boolean not null default true
);

create table payment_profiles (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  billing_id text not null unique,
  payment_method_id integer not null references payment_methods,
  -- The gateway's own name for it. Never sent to a browser.
  gateway_customer_id text not null unique,
  last_four text not null,
  brand text not null default '',
  expiration_date text not null default '',
  bill_to jsonb not null,
  initial_transaction_id text,
  usable boolean not null default true,
  created timestamptz not null
);
create index payment_profiles_user on payment_profiles (user_id);

create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  key text not null,
  request_hash text not null,
  status integer,
  reply jsonb,
  created timestamptz not null,
  primary key (user_id, key)
);

create table payment_attempts (
  id integer generated always as identity primary key,
  registration_id integer not null references registrations,
  user_id integer not null references users,
  kind text not null check (kind in ('charge', 'void', 'refund')),
  orderid text not null unique,
  state text not null check (state in
    ('submitting', 'unknown', 'approved', 'declined', 'error', 'not_processed',
     'settled', 'returned', 'voided', 'refunded', 'partly_refunded', 'charged_back')),
  amount integer not null check (amount > 0),
  payment_method_id integer not null references payment_methods,
  payment_profile_id integer references payment_profiles on delete set null,
  -- What is needed to save the method once the charge is approved.
  save_profile boolean not null default false,
  bill_to jsonb,
  idempotency_key text,
  of_attempt_id integer references payment_attempts,
  gateway_transaction_id text,
  code text,
  message text,
  last_four text,
  brand text,
  send_employee_email boolean not null default false,
  created timestamptz not null,
  sent_at timestamptz,
  resolved_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0,
  empty_answers integer not null default 0
);
-- Nobody is charged twice: a second charge cannot begin while the outcome of one is open.
create unique index one_open_charge on payment_attempts (registration_id)
  where kind = 'charge' and state in ('submitting', 'unknown');
create index payment_attempts_open on payment_attempts (next_check_at) where state in ('submitting', 'unknown');
create index payment_attempts_registration on payment_attempts (registration_id);
create index payment_attempts_transaction on payment_attempts (gateway_transaction_id);

create table payments (
  id integer generated always as identity primary key,
  registration_id integer not null references registrations,
  -- Positive received, negative given back.
  amount integer not null check (amount <> 0),
  payment_method_id integer not null references payment_methods,
  admin_id integer references users,
  attempt_id integer unique references payment_attempts,
  details jsonb not null default '{}',
  settled_at timestamptz,
  "timestamp" timestamptz not null
);
create index payments_registration on payments (registration_id, "timestamp" desc);

create table ledger_heads (
  registration_id integer primary key references registrations,
  hash text not null,
  entries integer not null
);

-- Append-only, two or more rows per group that add up to zero. Corrections reverse, nothing is rewritten.
create table ledger (
  id bigint generated always as identity primary key,
  registration_id integer not null references registrations,
  txn_group text not null,
  kind text not null check (kind in ('charge', 'promo', 'credit_voucher', 'payment', 'refund', 'return_reversal',
    'returned_check_fee', 'card_reversal_fee', 'chargeback', 'adjustment')),
  account text not null check (account in ('receivable', 'revenue', 'discount', 'credit', 'clearing', 'cash', 'fees')),
  amount integer not null check (amount <> 0),
  payment_id integer references payments,
  reverses_id bigint references ledger,
  actor_user_id integer references users,
  note text not null default '',
  occurred_at timestamptz not null,
  previous_hash text not null,
  hash text not null
);
create index ledger_registration on ledger (registration_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function refuse_change();

create table webhook_events (
  event_id text primary key,
  event_type text not null,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text
);
