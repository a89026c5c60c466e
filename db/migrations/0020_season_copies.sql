-- A season made from another in one act, so that the act can be undone while nobody has registered.
create table season_copies (
  id integer generated always as identity primary key,
  from_season_id integer not null references seasons,
  season_id integer not null references seasons,
  -- Events whose prices of the season the act wrote; its undoing removes them.
  priced_event_ids integer[] not null,
  created timestamptz not null,
  created_by integer references users on delete set null,
  undone_at timestamptz
);
create unique index season_copied_once on season_copies (from_season_id, season_id) where undone_at is null;

alter table tour_dates add column season_copy_id integer references season_copies;
create index tour_dates_season_copy on tour_dates (season_copy_id) where season_copy_id is not null;
