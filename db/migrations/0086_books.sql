-- Each night the heads of the ledgers that grew are written down, each night bound to the one before.
create table ledger_anchors (
  id integer generated always as identity primary key,
  made_at timestamptz not null,
  registrations integer not null,
  entries bigint not null,
  previous_digest text not null,
  digest text not null
);
-- Without a foreign key: it must still say what was there when what was there is gone.
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

-- What the gateway's book said beside ours, each night.
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
