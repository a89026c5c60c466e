-- Signed waivers and uploaded music: what the overview counts.

create table waiver_types (id integer primary key, name text not null, text text not null, version integer not null);

create table waivers (
  id integer generated always as identity primary key,
  person_id integer not null references persons,
  waiver_type_id integer not null references waiver_types,
  season_id integer not null references seasons,
  signed_at timestamptz not null,
  unique (person_id, waiver_type_id, season_id)
);

create table music (
  id integer generated always as identity primary key,
  registration_routine_id integer not null references registration_routines on delete cascade,
  name text not null,
  url text not null,
  content_type text not null,
  duration integer not null,
  notes text,
  date_added timestamptz not null
);
create index music_routine on music (registration_routine_id);
alter table registration_routines add foreign key (music_id) references music on delete set null;
