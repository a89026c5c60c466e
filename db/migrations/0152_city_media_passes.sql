-- The media pass of a city: one PDF for everybody who is registered there, as the office added it.
create table city_media_passes (
  tour_date_id integer primary key references tour_dates on delete cascade,
  key text not null,
  name text not null,
  size integer not null,
  added timestamptz not null
);
create index news_tour_date on news (tour_date_id, date desc);
