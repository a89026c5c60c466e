-- Mails, files, the audit trail, and what only development uses.

create table mails (
  id integer generated always as identity primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  html text not null,
  template text not null,
  user_id integer references users on delete set null,
  registration_id integer references registrations on delete set null,
  -- A key makes a mail that must go once go once.
  dedupe_key text unique,
  attachments jsonb not null default '[]',
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  tries integer not null default 0,
  last_error text,
  created timestamptz not null,
  sent_at timestamptz
);
create index mails_state on mails (state, created desc);
create index mails_to on mails (lower("to"), created desc);

create table files (
  key text primary key,
  content_type text not null,
  size integer not null,
  owner_user_id integer references users on delete set null,
  registration_id integer references registrations on delete set null,
  created timestamptz not null
);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_user_id integer not null references users,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  request_id text not null default '',
  at timestamptz not null
);
create index audit_entity on audit_log (entity, entity_id, id desc);
create index audit_recent on audit_log (id desc);

-- Development only: how far the product's clock is from the machine's.
create table dev_clock (
  one boolean primary key default true check (one),
  offset_ms bigint not null
);
