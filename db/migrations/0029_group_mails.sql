-- Mails of the office to a group of accounts, and who wants no news of a brand.

create table group_mails (
  id integer generated always as identity primary key,
  event_id integer not null references events,
  -- About a contract, which everybody gets, or news, which can be unsubscribed.
  kind text not null check (kind in ('contract', 'news')),
  subject text not null,
  text text not null,
  -- Who gets it: cities, state of the registration and what is missing. Read when sending begins.
  audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'sent', 'canceled')),
  -- When sending begins, and the zone in which it was chosen.
  send_at timestamptz,
  time_zone text not null,
  -- No batch is written before.
  next_batch_at timestamptz,
  finished_at timestamptz,
  created timestamptz not null,
  created_by integer references users on delete set null
);
create index group_mails_open on group_mails (send_at) where state in ('scheduled', 'sending');

-- One row for each account that gets a mail, made when sending begins: nobody is written to twice.
create table group_mail_recipients (
  group_mail_id integer not null references group_mails on delete cascade,
  user_id integer not null references users on delete cascade,
  -- The registrations for which the account was chosen; the fields of the text are filled from them.
  registration_ids integer[] not null,
  state text not null default 'waiting' check (state in ('waiting', 'written', 'unsubscribed')),
  mail_id integer references mails on delete set null,
  primary key (group_mail_id, user_id)
);
create index group_mail_recipients_user on group_mail_recipients (user_id);
create index group_mail_recipients_waiting on group_mail_recipients (group_mail_id) where state = 'waiting';

-- Addresses that get no news of a brand.
create table unsubscriptions (
  event_id integer not null references events on delete cascade,
  -- In small letters.
  email text not null,
  created timestamptz not null,
  primary key (event_id, email)
);

-- The address that a mail program calls to unsubscribe with one click (RFC 8058).
alter table mails add column unsubscribe_url text;
