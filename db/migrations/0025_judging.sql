-- Marks are whole hundredths of a point: 9850 is 98.5.

create table judges (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  bio text not null default '',
  headshot_key text,
  signature_key text,
  active boolean not null default true,
  version integer not null default 1
);

-- What one judge may give. Null event or season: any. Criteria: [{name, max_points}], none: a mark is one number.
create table score_scales (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  event_id integer references events,
  season_id integer references seasons,
  max_points integer not null default 10000 check (max_points between 100 and 100000),
  step integer not null default 50 check (step between 1 and 10000),
  soft_floor integer not null default 6000 check (soft_floor >= 0),
  criteria jsonb not null default '[]',
  version integer not null default 1
);
create unique index scale_name_once on score_scales (coalesce(event_id, 0), coalesce(season_id, 0), name);
insert into score_scales (name) values ('Hundred points');

create table panels (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates,
  name text not null check (name <> ''),
  kind text not null default 'competition' check (kind in ('competition', 'ballet', 'jazz', 'solo')),
  -- How many marks make a total.
  counted smallint not null default 3 check (counted between 1 and 9),
  dropping text not null default 'lowest' check (dropping in ('none', 'lowest', 'ends')),
  scale_id integer not null references score_scales,
  version integer not null default 1
);
create index panels_tour_date on panels (tour_date_id);
-- An audition has one panel for each discipline.
create unique index audition_panel_once on panels (tour_date_id, kind) where kind <> 'competition';

create table judge_seats (
  id integer generated always as identity primary key,
  panel_id integer not null references panels on delete cascade,
  position smallint not null check (position between 1 and 9),
  judge_id integer references judges,
  -- In training: its marks count nowhere.
  shadow boolean not null default false,
  unique (panel_id, position)
);

-- The panel of a block, and its lock. Without a row a block has no panel.
create table judged_blocks (
  block_id integer primary key references competition_blocks on delete cascade,
  panel_id integer not null references panels,
  locked_at timestamptz,
  locked_by integer references users,
  constraint lock_has_its_person check ((locked_at is null) = (locked_by is null))
);

-- Registrations that a seat does not judge.
create table recusals (
  seat_id integer not null references judge_seats on delete cascade,
  registration_id integer not null references registrations on delete cascade,
  reason text not null default '',
  primary key (seat_id, registration_id)
);

-- A code of six digits that pairs one device with a seat, once.
create table judge_pairings (
  id integer generated always as identity primary key,
  seat_id integer not null references judge_seats on delete cascade,
  code_hash text not null,
  label text not null default '',
  created_at timestamptz not null,
  created_by integer not null references users,
  expires_at timestamptz not null,
  tries_left smallint not null default 5 check (tries_left >= 0),
  used_at timestamptz
);
create index judge_pairings_seat on judge_pairings (seat_id);

create table judge_devices (
  id integer generated always as identity primary key,
  token_hash text not null unique,
  seat_id integer not null references judge_seats on delete cascade,
  label text not null default '',
  paired_at timestamptz not null,
  paired_by integer not null references users,
  expires_at timestamptz not null,
  -- Another device took its seat: what it still sends is contested.
  replaced_at timestamptz,
  -- The office took it away: it may call nothing.
  revoked_at timestamptz,
  last_seen timestamptz,
  battery smallint,
  queued_sheets integer,
  queued_bytes integer,
  recording boolean not null default false,
  app_version text not null default '',
  clock_offset_ms integer
);
create unique index one_device_per_seat on judge_devices (seat_id) where replaced_at is null and revoked_at is null;

-- What one seat says of one entry. Never changed: a correction is the next revision.
create table score_sheets (
  -- Made by the client, so that a sheet sent twice is stored once.
  client_id uuid primary key,
  registration_routine_id integer not null
    constraint entry_is_judged references registration_routines on delete restrict,
  seat_id integer not null references judge_seats on delete restrict,
  revision integer not null check (revision between 1 and 10000),
  points integer check (points between 0 and 100000),
  -- {name: points}
  criteria jsonb,
  -- Why the judge gave no mark.
  abstained text,
  critique text not null default '',
  note text not null default '',
  switches integer[] not null default '{}',
  source text not null check (source in ('tablet', 'paper', 'import', 'substitute')),
  device_id integer references judge_devices on delete set null,
  -- Paper counts once a second person has confirmed it.
  entered_by integer references users,
  confirmed_by integer references users,
  confirmed_at timestamptz,
  -- The tabulator's act that made this revision: a substitute, a choice, a swap; with its reason.
  decided_by integer references users,
  reason text not null default '',
  marked_at timestamptz,
  received_at timestamptz not null,
  verified_at timestamptz,
  contested boolean not null default false,
  -- Paper that was rejected, or a mark that a swap took from this entry.
  withdrawn_at timestamptz,
  withdrawn_by integer references users,
  constraint sheet_has_a_mark_or_abstains check ((points is null) <> (abstained is null)),
  constraint sheet_is_confirmed_by_another check (confirmed_by <> entered_by)
);
create unique index sheet_revision_once on score_sheets (registration_routine_id, seat_id, revision)
  where not contested and withdrawn_at is null;
create index score_sheets_seat on score_sheets (seat_id);

-- The same for a dancer of an audition.
create table audition_sheets (
  client_id uuid primary key,
  attendee_id integer not null constraint attendee_is_judged references attendees on delete restrict,
  seat_id integer not null references judge_seats on delete restrict,
  revision integer not null check (revision between 1 and 10000),
  points integer check (points between 0 and 100000),
  abstained text,
  entered_by integer not null references users,
  confirmed_by integer references users,
  confirmed_at timestamptz,
  received_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by integer references users,
  constraint audition_has_a_mark_or_abstains check ((points is null) <> (abstained is null)),
  constraint audition_is_confirmed_by_another check (confirmed_by <> entered_by)
);
create unique index audition_revision_once on audition_sheets (attendee_id, seat_id, revision)
  where withdrawn_at is null;
create index audition_sheets_seat on audition_sheets (seat_id);

-- Lets one seat's next revision into a locked block.
create table sheet_reopenings (
  id integer generated always as identity primary key,
  registration_routine_id integer not null
    constraint reopened_entry references registration_routines on delete restrict,
  seat_id integer not null references judge_seats on delete cascade,
  reason text not null check (reason <> ''),
  opened_at timestamptz not null,
  opened_by integer not null references users,
  closed_at timestamptz
);
create unique index one_open_reopening on sheet_reopenings (registration_routine_id, seat_id) where closed_at is null;

create table deductions (
  id integer generated always as identity primary key,
  registration_routine_id integer not null
    constraint entry_has_deduction references registration_routines on delete restrict,
  code text not null check (code in ('overtime', 'costume', 'music', 'prop', 'rules', 'other')),
  points integer not null check (points > 0),
  reason text not null default '',
  entered_at timestamptz not null,
  entered_by integer not null references users,
  voided_at timestamptz,
  voided_by integer references users
);
create index deductions_entry on deductions (registration_routine_id);
-- Overtime is taken off once.
create unique index overtime_once on deductions (registration_routine_id) where code = 'overtime' and voided_at is null;
