-- What the office looks for and decides.

-- Words by their beginnings, wherever they stand in a name.
create index studios_words on studios using gin (to_tsvector('simple', name));
create index persons_words on persons using gin (to_tsvector('simple', fname || ' ' || lname));
create index users_email_begins on users (lower(email) text_pattern_ops);

-- The two queues of the desk. Neither predicate changes while a registration is being filled in.
create index registrations_to_review on registrations (completed_at desc, id desc)
  where completed and not confirmed and not deleted;
create index registrations_unfinished on registrations (id desc) where not completed and not deleted;

-- Holds for the picture that was looked at: a new one is to be looked at again.
create table student_id_decisions (
  attendee_id integer primary key references attendees on delete cascade,
  student_id_url text not null,
  decision text not null check (decision in ('verified', 'rejected')),
  decided_by integer not null references users,
  decided_at timestamptz not null
);
