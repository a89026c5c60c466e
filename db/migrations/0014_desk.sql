-- Decisions of the office.

-- Holds for the picture that was looked at: a new picture needs a new decision.
create table student_id_decisions (
  attendee_id integer primary key references attendees on delete cascade,
  student_id_url text not null,
  decision text not null check (decision in ('verified', 'rejected')),
  decided_by integer not null references users,
  decided_at timestamptz not null
);
