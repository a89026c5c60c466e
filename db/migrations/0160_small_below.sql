-- The number of dancers by which a city's solos of small registrations are counted, while a job has still to count them by
-- the one set since; null: by what is set. COMP-035, COMP-083.
alter table capacity add column small_below integer;
