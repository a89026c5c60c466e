-- The waiting list: entries in line for places that are gone, one line per city, ordered by `position`.

create sequence waiting_positions;

create table waiting_entries (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates on delete cascade,
  registration_id integer not null references registrations on delete cascade,
  -- New entries come last; the office may move an entry between two others.
  position double precision not null default nextval('waiting_positions'),
  -- Several routines wait together. True: any of them may be offered alone.
  takes_part boolean not null default false,
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'refused')),
  -- The names of its routines, for the office once they are deleted.
  title text not null,
  joined_at timestamptz not null,
  offered_at timestamptz,
  offer_ends timestamptz,
  closed_at timestamptz,
  reason text not null default '',
  constraint an_offer_ends check (state <> 'offered' or offer_ends is not null)
);
create index waiting_entries_line on waiting_entries (tour_date_id, position)
  where state in ('waiting', 'offered', 'accepted');
create index waiting_entries_registration on waiting_entries (registration_id);

-- The routines that an entry waits for. A routine is in one entry at most.
create table waiting_routines (
  registration_routine_id integer primary key references registration_routines on delete cascade,
  entry_id integer not null references waiting_entries on delete cascade
);
create index waiting_routines_entry on waiting_routines (entry_id);

-- People who wait for a place at a full level, as routines do in other entries.
create table waiting_people (
  id integer generated always as identity primary key,
  entry_id integer not null references waiting_entries on delete cascade,
  registration_id integer not null references registrations on delete cascade,
  person_id integer not null references persons on delete cascade,
  level_id integer not null references workshop_levels,
  -- Once accepted: the level they came from, restored when the offer expires unfinished. Null: they were not registered.
  from_level_id integer references workshop_levels,
  -- Waits for the sake of a routine, and leaves the line with it.
  with_routine boolean not null default false,
  unique (registration_id, person_id)
);
create index waiting_people_entry on waiting_people (entry_id);

-- The cast of a waiting routine that is not registered yet, and the level of each. `routine_attendees` has the others;
-- whoever comes in moves there.
create table waiting_casts (
  registration_routine_id integer not null,
  registration_id integer not null,
  person_id integer not null references persons on delete cascade,
  level_id integer not null references workshop_levels,
  primary key (registration_routine_id, person_id),
  constraint waiting_cast_belongs_to_routine foreign key (registration_routine_id, registration_id)
    references registration_routines (id, registration_id) on delete cascade
);
create index waiting_casts_registration on waiting_casts (registration_id, person_id);
create index waiting_casts_person on waiting_casts (person_id);
