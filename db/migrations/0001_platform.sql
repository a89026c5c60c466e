-- Parts without a capability: limits of requests, repeated requests, settings, mails, files, the audit log, job processes.
-- References to tables of later files are added by those files.

-- One row per limited key and its current window.
create table rate_limits (
  key text primary key,
  hits integer not null,
  window_ends timestamptz not null
);

-- The stored reply of a request, for a repeated request with the same key.
create table idempotency_keys (
  user_id integer not null,
  key text not null,
  request_hash text not null,
  status integer,
  reply jsonb,
  created timestamptz not null,
  primary key (user_id, key)
);

-- A value that the office set. A narrower scope wins: tour date, event, season, product.
create table settings (
  id integer generated always as identity primary key,
  name text not null,
  tour_date_id integer,
  event_id integer,
  season_id integer,
  value jsonb not null,
  constraint setting_has_one_scope check (num_nonnulls(tour_date_id, event_id, season_id) <= 1)
);
create unique index setting_once_per_scope on settings
  (name, coalesce(tour_date_id, 0), coalesce(event_id, 0), coalesce(season_id, 0));

create table mails (
  id integer generated always as identity primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  html text not null,
  template text not null,
  user_id integer,
  registration_id integer,
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
  owner_user_id integer,
  registration_id integer,
  created timestamptz not null
);

-- A ticket to upload one file. The file is put once, under a key of its own, and moved to `key` before it is used, so
-- that no ticket replaces an accepted file.
create table uploads (
  key text primary key,
  -- Null: by a shared link, which has no account.
  user_id integer,
  registration_id integer,
  -- Bytes: as the client announced them, then as they arrived.
  size integer check (size > 0),
  created timestamptz not null,
  expires_at timestamptz not null,
  received_at timestamptz,
  moved_at timestamptz
);
create index uploads_of_user on uploads (user_id, created);
create index uploads_of_registration on uploads (registration_id, created);
create index uploads_in_order on uploads (created);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_user_id integer not null,
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

-- Processes that run jobs. Each reports every few seconds that it is alive, and with which workers: locks of workers
-- that no living process names are released.
create table job_processes (
  id uuid primary key,
  worker_ids text[] not null,
  beat_at timestamptz not null default now()
);
