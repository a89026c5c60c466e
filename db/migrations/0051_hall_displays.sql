-- Screens in the hall that show what is on stage: each opens one city's stage by a link, and nothing else.
create table hall_displays (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates,
  -- Null: all stages of the city.
  stage smallint check (stage between 1 and 9),
  label text not null check (label <> ''),
  shows_studios boolean not null,
  -- SHA-256 of the link's token.
  token_hash text not null unique,
  created_at timestamptz not null,
  created_by integer not null references users,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index hall_displays_tour_date on hall_displays (tour_date_id);
