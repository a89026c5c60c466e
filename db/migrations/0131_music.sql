-- A file that was replaced, taken back or deleted after its city; its row keeps what it was called.
alter table music add column deleted_at timestamptz;
create index music_url on music (url) where deleted_at is null;

-- What was deleted after a city, and when.
create table music_purges (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates,
  files integer not null,
  at timestamptz not null
);
create index music_purges_tour_date on music_purges (tour_date_id);
