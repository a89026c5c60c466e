-- Which entry of another city a routine was copied from, so that it is not offered a second time.
alter table registration_routines
  add column copied_from integer constraint copied_from_an_entry references registration_routines on delete set null;
create index registration_routines_copied_from on registration_routines (copied_from) where copied_from is not null;
