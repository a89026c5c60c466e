-- The seconds of stage time that a category allows, without extra minutes.
alter table routine_categories add column allowed_seconds integer not null default 180
  check (allowed_seconds between 10 and 3600);
update routine_categories set allowed_seconds = case
  when name in ('Solo', 'Duo/Trio') then 165
  when name = 'Large Group' then 240
  when name = 'Line' then 300
  when name = 'Production' then 480
  else 180 end;

-- One row per city with an order; every write of the order locks it and raises its version.
create table running_orders (
  tour_date_id integer primary key references tour_dates,
  version integer not null default 1,
  published_version integer,
  published_at timestamptz
);

create table competition_blocks (
  id integer generated always as identity primary key,
  tour_date_id integer not null references running_orders,
  stage smallint not null default 1 check (stage between 1 and 9),
  kind text not null check (kind in ('routines', 'awards', 'break', 'audition')),
  name text not null check (name <> ''),
  starts_at timestamptz not null,
  -- How long a block without entries lasts.
  minutes integer not null default 0 check (minutes between 0 and 1440)
);
create index competition_blocks_tour_date on competition_blocks (tour_date_id);

create table running_order_entries (
  registration_routine_id integer primary key
    constraint entry_is_in_order references registration_routines on delete restrict,
  tour_date_id integer not null references running_orders,
  block_id integer not null references competition_blocks on delete restrict,
  position integer not null,
  -- Null until the order is published with it.
  entry_number integer,
  suffix text not null default '',
  pinned boolean not null default false,
  state text not null default 'planned' check (state in
    ('planned', 'checked_in', 'on_deck', 'on_stage', 'danced', 'scratched', 'no_show', 'canceled')),
  on_stage_at timestamptz,
  off_stage_at timestamptz,
  measured_seconds integer,
  -- Divisions and category as danced, whatever is edited afterwards.
  danced_as jsonb,
  adjudicated_only boolean not null default false,
  note_office text not null default '',
  note_studio text not null default '',
  override_reason text not null default '',
  constraint entry_number_once unique (tour_date_id, entry_number, suffix),
  constraint entry_position_once unique (block_id, position) deferrable initially deferred
);

-- What was published: ids, numbers and times, no names.
create table order_versions (
  tour_date_id integer not null references running_orders,
  version integer not null,
  body jsonb not null,
  published_at timestamptz not null,
  published_by integer not null references users,
  primary key (tour_date_id, version)
);

-- A routine that is removed leaves an unpublished order; published, `entry_is_in_order` refuses the removal.
create function leave_running_order() returns trigger language plpgsql as $$
begin
  with entry_gone as (
    delete from running_order_entries where registration_routine_id = old.id and entry_number is null
    returning tour_date_id
  )
  update running_orders o set version = o.version + 1 from entry_gone g where o.tour_date_id = g.tour_date_id;
  return old;
end $$;
create trigger leave_running_order before delete on registration_routines
  for each row execute function leave_running_order();

-- A registration that is deleted leaves an unpublished order; what is published of it is scratched.
create function scratch_deleted_registration() returns trigger language plpgsql as $$
begin
  delete from running_order_entries e using registration_routines q
    where q.registration_id = new.id and q.id = e.registration_routine_id and e.entry_number is null;
  update running_order_entries e set state = 'scratched' from registration_routines q
    where q.registration_id = new.id and q.id = e.registration_routine_id and e.state in ('planned', 'checked_in');
  update running_orders set version = version + 1 where tour_date_id = new.tour_date_id;
  return new;
end $$;
create trigger scratch_deleted_registration after update of deleted on registrations
  for each row when (new.deleted and not old.deleted and new.completed) execute function scratch_deleted_registration();
