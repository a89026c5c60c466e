-- Changes of a completed registration, as its owner reads them: the differences, the total before and after, and the
-- office's message. The office's own reason stays in the audit log.
create table registration_changes (
  id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  -- The confirmation of the registration with this change.
  snapshot_id integer references snapshots on delete set null,
  made_by text not null check (made_by in ('owner', 'office')),
  created timestamptz not null,
  effect jsonb not null,
  message text not null default '',
  -- When the owner put the office's notice away.
  seen_at timestamptz
);
create index registration_changes_registration on registration_changes (registration_id, id);
create index registration_changes_snapshot on registration_changes (snapshot_id);
