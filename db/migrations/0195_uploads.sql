-- One place to upload a file to. It is put once, under a key of its own, and moved to `key` before it is used, so that
-- no ticket replaces a file that was accepted.

create table uploads (
  key text primary key,
  -- Null: by a shared link, which has no account.
  user_id integer references users on delete set null,
  registration_id integer references registrations on delete set null,
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
