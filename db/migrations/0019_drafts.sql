-- Cities and events that only the office sees until it publishes them.
alter table tour_dates add column published boolean not null default true;
alter table events add column published boolean not null default true;
