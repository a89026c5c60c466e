-- Payment attempts, payments, the ledger, promo codes, credit, reconciliation.

create table payment_methods (
  id integer primary key,
  name text not null,
  online boolean not null,
  office boolean not null,
  enabled boolean not null default true
);

insert into payment_methods (id, name, online, office, enabled) values
  (1, 'Card', true, false, true), (2, 'Check', false, true, true), (5, 'Credit', false, true, true),
  (6, 'Bank account (ACH)', true, false, true), (7, 'PayPal', true, false, false), (9, 'Cash', false, true, true),
  (10, 'Adjustment', false, true, true), (11, 'Apple Pay', true, false, false), (12, 'Google Pay', true, false, false),
  (13, 'Stripe', true, false, false);

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
  created timestamptz not null,
  initial_attempt_id integer,
  -- The kind of a bank account and its holder, to state it again when a saved one is used.
  bank_account jsonb
);
create index payment_profiles_user on payment_profiles (user_id);

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
  empty_answers integer not null default 0,
  expiration_date text,
  bank_account jsonb,
  note text not null default '',
  fee integer not null default 0 check (fee >= 0),
  -- Pays for what an edit adds: its outcome submits the edit or gives back the places it took.
  for_edit boolean not null default false
);
-- Nobody is charged twice: a second charge cannot begin while the outcome of one is open.
create unique index one_open_charge on payment_attempts (registration_id)
  where kind = 'charge' and state in ('submitting', 'unknown');
create index payment_attempts_open on payment_attempts (next_check_at) where state in ('submitting', 'unknown');
create index payment_attempts_registration on payment_attempts (registration_id);
create index payment_attempts_transaction on payment_attempts (gateway_transaction_id);
create index payment_attempts_key on payment_attempts (user_id, idempotency_key);
create unique index one_open_refund on payment_attempts (of_attempt_id)
  where kind in ('void', 'refund') and state in ('submitting', 'unknown');
create index payment_attempts_of on payment_attempts (of_attempt_id) where of_attempt_id is not null;
alter table payment_profiles add foreign key (initial_attempt_id) references payment_attempts;

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
  "timestamp" timestamptz not null,
  -- The payment that this row takes back.
  of_payment_id integer references payments
);
create index payments_registration on payments (registration_id, "timestamp" desc);
create index payments_of_payment on payments (of_payment_id) where of_payment_id is not null;

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
-- Fees are few among very many rows: found without reading the others.
create index ledger_fees on ledger (registration_id) include (amount) where account = 'fees';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function refuse_change();

-- Each night the heads of the ledgers that grew are recorded, each night chained to the one before.
create table ledger_anchors (
  id integer generated always as identity primary key,
  made_at timestamptz not null,
  registrations integer not null,
  entries bigint not null,
  previous_digest text not null,
  digest text not null
);

-- Without a foreign key: it must still tell what was there when that is gone.
create table ledger_anchor_heads (
  anchor_id integer not null references ledger_anchors,
  registration_id integer not null,
  entries integer not null,
  hash text not null,
  primary key (registration_id, anchor_id)
);
create index ledger_anchor_heads_anchor on ledger_anchor_heads (anchor_id);

create function refuse_anchor_change() returns trigger language plpgsql as $$
begin
  raise exception 'an anchor of the ledger stays as it is';
end $$;

create trigger ledger_anchors_stay before update or delete on ledger_anchors
  for each row execute function refuse_anchor_change();

create trigger ledger_anchor_heads_stay before update or delete on ledger_anchor_heads
  for each row execute function refuse_anchor_change();

-- The gateway's transactions compared with ours, each night.
create table reconciliations (
  id integer generated always as identity primary key,
  began timestamptz not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  outcome text not null check (outcome in ('done', 'unavailable')),
  code text not null default '',
  transactions integer not null default 0,
  charged_there bigint not null default 0,
  charged_here bigint not null default 0,
  refunded_there bigint not null default 0,
  refunded_here bigint not null default 0,
  unsettled bigint not null default 0,
  learned integer not null default 0
);

create table reconciliation_findings (
  id integer generated always as identity primary key,
  reconciliation_id integer not null references reconciliations,
  kind text not null check (kind in ('orphan', 'missing', 'difference', 'unsettled', 'learned')),
  orderid text not null,
  gateway_transaction_id text not null,
  registration_id integer references registrations,
  here integer not null,
  there integer not null,
  detail text not null
);
create index reconciliation_findings_of on reconciliation_findings (reconciliation_id);

-- Payments that the office has to look at: late, double, or against what was expected.
create table payment_exceptions (
  id integer generated always as identity primary key,
  registration_id integer references registrations,
  attempt_id integer references payment_attempts,
  kind text not null,
  detail text not null,
  created timestamptz not null,
  resolved_at timestamptz,
  resolved_by integer references users
);
create index payment_exceptions_open on payment_exceptions (created) where resolved_at is null;

create table webhook_events (
  event_id text primary key,
  event_type text not null,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text
);

-- One row for each dispute of each message of the gateway: a message that is processed twice books nothing twice, and a
-- second dispute of the same charge is another message.
create table disputes (
  event_id text not null references webhook_events,
  position integer not null,
  attempt_id integer references payment_attempts,
  amount integer not null,
  reason text not null,
  created timestamptz not null,
  primary key (event_id, position)
);
create index disputes_attempt on disputes (attempt_id);

-- What somebody authorized when a bank account was debited: the exact text, who, when and from where. Kept at least two
-- years; neither changed nor deleted before.
create table bank_authorizations (
  id integer generated always as identity primary key,
  attempt_id integer not null unique references payment_attempts,
  registration_id integer not null references registrations,
  user_id integer not null references users,
  version text not null,
  text text not null,
  amount integer not null check (amount > 0),
  name text not null,
  account_type text not null check (account_type in ('checking', 'savings')),
  holder_type text not null check (holder_type in ('personal', 'business')),
  last_four text not null,
  -- Also for later payments that are confirmed one by one.
  standing boolean not null,
  address text not null,
  user_agent text not null,
  request_id text not null,
  authorized_at timestamptz not null
);
create index bank_authorizations_registration on bank_authorizations (registration_id, id desc);

create function keep_bank_authorization() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.authorized_at < now() - interval '2 years' then
    return old;
  end if;
  raise exception 'a bank authorization stays as it was given';
end $$;
create trigger bank_authorizations_stay before update or delete on bank_authorizations
  for each row execute function keep_bank_authorization();

-- Reminders sent, one of each kind for a due date: a job that runs twice writes no second letter.
create table payment_reminders (
  registration_id integer not null references registrations on delete cascade,
  kind text not null check (kind in ('before', 'due', 'overdue')),
  due_date date not null,
  sent_at timestamptz not null,
  primary key (registration_id, due_date, kind)
);

create table promo_codes (
  id integer generated always as identity primary key,
  code text not null check (code = upper(code)),
  event_id integer references events,
  season_id integer not null references seasons,
  type text not null check (type in ('workshop', 'competition', 'media', 'total')),
  value integer not null check (value > 0),
  percentage boolean not null default false,
  is_unique boolean not null default false,
  active boolean not null default true,
  max_uses integer constraint promo_max_uses check (max_uses > 0),
  note text not null default '',
  created timestamptz not null default now()
);
create unique index promo_code_once on promo_codes (code, coalesce(event_id, 0), season_id);

create table promo_uses (
  registration_id integer not null references registrations on delete cascade,
  promo_code_id integer not null references promo_codes,
  user_id integer not null references users,
  event_id integer not null references events,
  season_id integer not null references seasons,
  position integer not null,
  amount integer not null default 0,
  -- Counted only from completion on, or while a hold protects it.
  counted boolean not null default false,
  primary key (registration_id, promo_code_id)
);
create unique index promo_once_per_account on promo_uses (promo_code_id, user_id, event_id, season_id) where counted;
create index promo_uses_counted on promo_uses (promo_code_id) where counted;
create index promo_uses_registration on promo_uses (promo_code_id, registration_id);

create table credits (
  id integer generated always as identity primary key,
  registration_id integer not null unique references registrations on delete cascade,
  "from" text not null,
  amount integer not null check (amount > 0),
  status text not null default 'claimed' check (status in ('claimed', 'verified', 'rejected')),
  decided_by integer references users
);

-- Records of money are never emptied or rewritten. Row triggers do not see TRUNCATE, hence a trigger of their own.
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is never emptied', tg_table_name;
end $$;

create function refuse_money_change() returns trigger language plpgsql as $$
begin
  raise exception 'what % says of money stays as it is', tg_table_name;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['ledger', 'ledger_heads', 'ledger_anchors', 'ledger_anchor_heads', 'payments',
    'payment_attempts', 'payment_exceptions', 'bank_authorizations', 'webhook_events', 'disputes', 'reconciliations',
    'reconciliation_findings'] loop
    execute format('create trigger refuses_truncate before truncate on %I
      for each statement execute function refuse_truncate()', name);
  end loop;
end $$;

create trigger payments_stay before update on payments for each row
  when ((old.registration_id, old.amount, old.payment_method_id, old.attempt_id, old.of_payment_id, old."timestamp")
    is distinct from
    (new.registration_id, new.amount, new.payment_method_id, new.attempt_id, new.of_payment_id, new."timestamp"))
  execute function refuse_money_change();

create trigger payments_are_kept before delete on payments for each row execute function refuse_money_change();

create trigger attempts_stay before update on payment_attempts for each row
  when ((old.registration_id, old.kind, old.orderid, old.amount, old.payment_method_id, old.of_attempt_id, old.created)
    is distinct from
    (new.registration_id, new.kind, new.orderid, new.amount, new.payment_method_id, new.of_attempt_id, new.created))
  execute function refuse_money_change();

create trigger attempts_are_kept before delete on payment_attempts for each row execute function refuse_money_change();

create trigger heads_are_kept before delete on ledger_heads for each row execute function refuse_money_change();
