-- What participants read about their city: news and media passes.

create table news (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates on delete cascade,
  date date not null,
  text text not null
);
create index news_tour_date on news (tour_date_id, date desc);

-- The media pass of a city: one PDF for everybody registered there, added by the office.
create table city_media_passes (
  tour_date_id integer primary key references tour_dates on delete cascade,
  key text not null,
  name text not null,
  size integer not null,
  added timestamptz not null
);
