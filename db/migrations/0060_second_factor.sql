-- Sessions that their owner can tell apart and end, and the second step of signing in.

alter table sessions
  add column id integer generated always as identity unique,
  add column last_seen timestamptz,
  add column ip text not null default '',
  -- Signed in for the office, without the second step it asks for: everything but the office is open.
  add column lacks_second_factor boolean not null default false;

create table second_factors (
  user_id integer primary key references users on delete cascade,
  secret text not null,
  -- Null until a first code has shown that the other device knows the secret.
  confirmed_at timestamptz,
  -- The step of the newest code that was used: neither it nor an older one opens anything again.
  last_step bigint not null default 0,
  created timestamptz not null
);

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Somebody who gave the right password and now owes the code.
create table sign_in_steps (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_steps_user on sign_in_steps (user_id);
