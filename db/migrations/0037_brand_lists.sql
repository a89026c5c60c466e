-- A brand's own rows of the lists that every city shares. event_id null: the product's own rows. A brand's row may stand
-- for one of the product's: under another name, or hidden. What was registered keeps the row it names.

do $$
declare
  list record;
begin
  for list in select * from (values ('workshop_levels', 'id'), ('age_divisions', 'level_id'),
    ('performance_divisions', 'id'), ('nomination_types', 'id')) as lists (name, key)
  loop
    execute format('alter table %I add column event_id integer references events', list.name);
    execute format('alter table %I add column replaces integer references %I', list.name, list.name);
    execute format('alter table %I add column hidden boolean not null default false', list.name);
    execute format('alter table %I add constraint %I check (replaces is null or event_id is not null)', list.name,
      list.name || '_replaces_as_brand');
    execute format('alter table %I add constraint %I check (not hidden or replaces is not null)', list.name,
      list.name || '_hidden_replaces');
    execute format('create unique index %I on %I (event_id, replaces)', list.name || '_replaced_once', list.name);
  end loop;
end $$;

-- Two brands may call a division the same.
alter table performance_divisions drop constraint performance_divisions_name_key;
create unique index performance_divisions_name_key on performance_divisions (coalesce(event_id, 0), name) where not hidden;

