-- Links that open one page of a registration without signing in.

create table share_tokens (
  -- The token itself is never stored.
  token_hash text primary key,
  path text not null,
  registration_id integer not null,
  -- Null: everything that page shows.
  routine_ids integer[],
  created timestamptz not null,
  expires_at timestamptz not null
);
create index share_tokens_registration on share_tokens (registration_id);
