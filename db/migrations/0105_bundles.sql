-- A routine may wait together with dancers who are not registered yet: who of its cast they are, and at which level each
-- comes in. `routine_attendees` has the others; what comes in moves there.
create table waiting_casts (
  registration_routine_id integer not null,
  registration_id integer not null,
  person_id integer not null references persons on delete cascade,
  level_id integer not null references workshop_levels,
  primary key (registration_routine_id, person_id),
  constraint waiting_cast_belongs_to_routine foreign key (registration_routine_id, registration_id)
    references registration_routines (id, registration_id) on delete cascade
);
create index waiting_casts_registration on waiting_casts (registration_id, person_id);
create index waiting_casts_person on waiting_casts (person_id);

-- Whether somebody waits for a routine's sake: they leave the line with it.
alter table waiting_people add column with_routine boolean not null default false;
