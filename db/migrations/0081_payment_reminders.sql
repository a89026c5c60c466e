-- What was reminded of, once for each due date: a job that runs twice writes no second letter.
create table payment_reminders (
  registration_id integer not null references registrations on delete cascade,
  kind text not null check (kind in ('before', 'due')),
  due_date date not null,
  sent_at timestamptz not null,
  primary key (registration_id, due_date, kind)
);
