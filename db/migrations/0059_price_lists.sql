-- The prices that a registration was completed with: its edits are priced by them, though the office changes its city's.
-- A list is shared by all registrations that were completed with the same prices.
create table price_lists (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates,
  prices jsonb not null
);

-- By a digest: an index entry cannot be as long as a list.
create unique index price_lists_once on price_lists (tour_date_id, md5(prices::text));

alter table registrations add column price_list_id integer references price_lists;
