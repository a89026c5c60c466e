-- The office's edit of a completed registration, on behalf of its owner. The owner's own edit stays in `revisions`.

create table office_edits (
  registration_id integer primary key references registrations on delete cascade,
  -- Who in the office works on it; another may take it over.
  user_id integer not null references users,
  office_reason text not null,
  version integer not null,
  -- The version of the live registration it began from.
  began_version integer not null,
  began timestamptz not null,
  -- json, not jsonb: what is compared as text later keeps the order of its keys.
  base json not null,
  record json not null,
  updated timestamptz not null
);
create index office_edits_user on office_edits (user_id);
