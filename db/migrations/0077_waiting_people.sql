-- People who wait for a place at a full level. In the entry of a line they take the place that routines have in others.
create table waiting_people (
  id integer generated always as identity primary key,
  entry_id integer not null references waiting_entries on delete cascade,
  registration_id integer not null references registrations on delete cascade,
  person_id integer not null references persons on delete cascade,
  level_id integer not null references workshop_levels,
  -- Once accepted: the level they came from, to go back to when the offer runs out unfinished. Null: they were not registered.
  from_level_id integer references workshop_levels,
  unique (registration_id, person_id)
);
create index waiting_people_entry on waiting_people (entry_id);
