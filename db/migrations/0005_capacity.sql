-- Scarce places of a city: counts, holds, claims. docs/rules/places.md.

-- One row for each key, also without a limit: it is what a claim updates.
create table capacity (
  tour_date_id integer not null,
  key text not null,
  places integer check (places >= 0),
  taken integer not null default 0 check (taken >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  -- What had been given when the limit was lowered below it: keeping it is allowed, exceeding it is not. COMP-083.
  granted integer not null default 0 check (granted >= 0),
  -- The number of dancers by which solos of small registrations are counted, while a job has still to recount them by
  -- the setting; null: by the setting. COMP-035, COMP-083.
  small_below integer,
  primary key (tour_date_id, key)
) with (fillfactor = 70);

-- Places that a registration holds (until a moment) or has claimed for good (null).
create table place_claims (
  registration_id integer not null,
  tour_date_id integer not null,
  key text not null,
  n integer not null check (n > 0),
  held_until timestamptz,
  -- The waiting entry whose offer keeps the places; 0: the registration itself.
  entry_id integer not null default 0,
  primary key (registration_id, key, entry_id),
  foreign key (tour_date_id, key) references capacity
);
create index place_claims_held on place_claims (tour_date_id, key, held_until) where held_until is not null;

-- How long an account has held places of a city without paying: seconds of ended holds, and its last hold. Kept apart
-- from the registration, so that deleting it and beginning anew changes nothing.
create table hold_records (
  user_id integer not null references users on delete cascade,
  tour_date_id integer not null,
  held_seconds integer not null,
  began timestamptz not null,
  ends timestamptz not null,
  primary key (user_id, tour_date_id)
);
