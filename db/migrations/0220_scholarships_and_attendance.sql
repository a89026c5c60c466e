-- Intensives are entered by the office. One that is no longer offered keeps those who chose it.
alter table intensives add column offered boolean not null default true;
create index intensives_city on intensives (tour_date_id);

alter table scholarships
  add column note text not null default '',
  add column recorded timestamptz not null default now();
create index scholarships_recorded on scholarships (season_id, id);

-- Attendance that the office has confirmed or denied for a season. Without a row the registrant declares it.
create table attendance_records (
  person_id integer not null references persons on delete cascade,
  season_id integer not null references seasons,
  attended boolean not null,
  note text not null default '',
  recorded timestamptz not null,
  primary key (season_id, person_id)
);
create index attendance_records_person on attendance_records (person_id);
