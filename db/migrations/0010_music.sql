-- Music of routines.

create table music (
  id integer generated always as identity primary key,
  registration_routine_id integer not null references registration_routines on delete cascade,
  name text not null,
  url text not null,
  content_type text not null,
  duration integer not null,
  notes text,
  date_added timestamptz not null,
  -- The file was replaced, withdrawn, or deleted after its city; the row keeps its name.
  deleted_at timestamptz
);
create index music_routine on music (registration_routine_id);
create index music_url on music (url) where deleted_at is null;

alter table registration_routines add foreign key (music_id) references music on delete set null;

-- How many files were deleted after a city, and when.
create table music_purges (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates,
  files integer not null,
  at timestamptz not null
);
create index music_purges_tour_date on music_purges (tour_date_id);
