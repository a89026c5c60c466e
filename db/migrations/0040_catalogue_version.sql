-- What cities offer changes a few times a day and is read with every call. One number says whether it changed, so that a
-- process may keep what it read. Statement triggers raise it in the transaction that changes anything of it.
create table catalogue_version (one boolean primary key default true check (one), version bigint not null default 1);
insert into catalogue_version default values;
-- A sequence never gives a number twice, not even after a rollback.
create sequence catalogue_versions start 2;

create function raise_catalogue_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = nextval('catalogue_versions');
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'seasons', 'events', 'event_cities', 'venues', 'tour_dates', 'tour_date_levels', 'workshop_levels', 'level_prices',
    'routine_categories', 'category_fees', 'tour_date_categories', 'age_divisions', 'performance_divisions',
    'intensives', 'settings'
  ] loop
    execute format('create trigger raises_catalogue_version after insert or update or delete or truncate on %I
      for each statement execute function raise_catalogue_version()', name);
  end loop;
end $$;
