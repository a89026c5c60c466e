-- How long an account has held places of a city without paying: the time of holds that are over, and its last hold.
-- Kept apart from the registration, so that deleting it and beginning anew changes nothing.
create table hold_records (
  user_id integer not null references users on delete cascade,
  tour_date_id integer not null references tour_dates on delete cascade,
  held_seconds integer not null,
  began timestamptz not null,
  ends timestamptz not null,
  primary key (user_id, tour_date_id)
);
