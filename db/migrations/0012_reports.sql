-- Links to the PDF of a registration.

create table report_tokens (
  token_hash text primary key,
  registration_id integer not null references registrations on delete cascade,
  snapshot_id integer references snapshots,
  expires_at timestamptz not null
);
