-- What a studio asks the office for one of its entries. It stays while the routine is not in the order, so it is no
-- column of running_order_entries: note_studio and note_office there are not written any more and go a release later.
create table entry_requests (
  registration_routine_id integer primary key references registration_routines on delete cascade,
  text text not null default '',
  -- On the clocks of the city: its day, and times as 'HH:mm'.
  day date,
  not_before text check (not_before ~ '^[0-2]\d:[0-5]\d$'),
  not_after text check (not_after ~ '^[0-2]\d:[0-5]\d$'),
  -- Counts the studio's changes, so that the office answers what it has read.
  revision integer not null default 1,
  requested_at timestamptz not null,
  answer text not null default '',
  answered_at timestamptz,
  constraint entry_request_asks check (text <> '' or coalesce(day::text, not_before, not_after) is not null)
);
