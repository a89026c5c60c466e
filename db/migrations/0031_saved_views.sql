-- Views of office lists, and exports that are mailed on schedule.

-- A list's search, filters and order under a name.
create table saved_views (
  id integer generated always as identity primary key,
  -- The list's path below /office, '*' for each number: 'registrations', 'tour-dates/*/music'.
  list text not null,
  name text not null,
  -- As it stands in the address, without its '?'.
  query text not null,
  user_id integer not null references users on delete cascade,
  -- Everybody in the office sees it; its owner changes it.
  shared boolean not null default false,
  created timestamptz not null
);
create unique index saved_views_name on saved_views (user_id, list, lower(name));
create index saved_views_list on saved_views (list);

create table saved_exports (
  id integer generated always as identity primary key,
  name text not null,
  list text not null check (list in ('entries', 'registrations')),
  -- The filters of the list.
  filters jsonb not null,
  user_id integer not null references users on delete cascade,
  schedule text not null check (schedule in ('never', 'daily', 'weekly')),
  -- 0 is Sunday; of a weekly one.
  weekday integer not null check (weekday between 0 and 6),
  hour integer not null check (hour between 0 and 23),
  time_zone text not null,
  -- When its link is mailed next; null: never.
  next_at timestamptz,
  mailed_at timestamptz,
  created timestamptz not null
);
create unique index saved_exports_name on saved_exports (user_id, lower(name));
create index saved_exports_due on saved_exports (next_at) where next_at is not null;
