-- The vocabulary of critiques: a tree of four levels.
create table critique_items (
  id integer generated always as identity primary key,
  parent_id integer,
  level smallint not null check (level between 1 and 4),
  parent_level smallint generated always as (level - 1) stored,
  name text not null check (name <> ''),
  -- Null: for every event.
  event_id integer references events,
  active boolean not null default true,
  position integer not null default 0,
  constraint critique_item_level unique (id, level),
  constraint critique_item_has_parent check ((parent_id is null) = (level = 1)),
  constraint critique_item_parent foreign key (parent_id, parent_level) references critique_items (id, level)
);
create unique index critique_item_once on critique_items (coalesce(parent_id, 0), coalesce(event_id, 0), lower(name));

-- What a judge marked as good or bad, on a sheet.
create table critique_marks (
  id integer generated always as identity primary key,
  client_id uuid not null references score_sheets on delete cascade,
  critique_item_id integer not null references critique_items,
  good boolean not null,
  -- Where in the recording.
  at_ms integer check (at_ms >= 0)
);
create unique index critique_mark_once on critique_marks (client_id, critique_item_id, good, coalesce(at_ms, -1));
create index critique_marks_item on critique_marks (critique_item_id);

-- What the office typed in place of a sheet's texts; the sheet itself never changes.
create table critique_texts (
  client_id uuid primary key references score_sheets on delete cascade,
  critique text not null,
  note text not null,
  entered_by integer not null references users,
  entered_at timestamptz not null
);

create table homework (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  staff text not null default '',
  homework_group text not null check (homework_group in ('Foundation', 'Performance', 'Creative')),
  search_text text not null default '',
  -- The address of an embedded player.
  video_url text,
  active boolean not null default true,
  created timestamptz not null default now()
);

create table homework_divisions (
  homework_id integer not null references homework on delete cascade,
  performance_division_id integer not null references performance_divisions,
  primary key (homework_id, performance_division_id)
);
create index homework_divisions_division on homework_divisions (performance_division_id);

create table homework_items (
  homework_id integer not null references homework on delete cascade,
  critique_item_id integer not null references critique_items,
  primary key (homework_id, critique_item_id)
);
create index homework_items_item on homework_items (critique_item_id);

-- Set by hand for a routine, in place of what its marks suggest.
create table routine_homework (
  registration_routine_id integer not null references registration_routines on delete cascade,
  homework_id integer not null references homework on delete cascade,
  entered_by integer not null references users,
  primary key (registration_routine_id, homework_id)
);
create index routine_homework_homework on routine_homework (homework_id);
