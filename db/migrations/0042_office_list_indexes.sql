-- The office's lists read one page, however many rows there are: an index for each order and for each rare state.
-- Indexes on registrations cover completed ones alone, so that the steps of the wizard do not write them.
create index registrations_of_city_by_name on registrations (tour_date_id, sort_name, id) where not deleted;
create index registrations_by_dancers on registrations (dancers, id) where completed and not deleted;
create index registrations_by_routines on registrations (routine_count, id) where completed and not deleted;
create index registrations_by_total on registrations (total, id) where completed and not deleted;
create index registrations_deleted on registrations (id) where deleted;

create index registration_routines_routine on registration_routines (routine_id);
create index registration_routines_by_category on registration_routines (category_id, id);
create index registration_routines_by_age on registration_routines (age_division_level_id, id);
create index registration_routines_by_performance on registration_routines (performance_division_id, id);
create index registration_routines_waiting on registration_routines (id) where status = 'waiting';
create index registration_routines_without_music on registration_routines (id)
  where status = 'registered' and music_id is null and not no_music;
create index routines_by_name on routines (lower(name), id);
create index routines_words on routines using gin (to_tsvector('simple', name));

create index credits_by_status on credits (status, id);
create index credits_by_amount on credits (status, amount, id);
create index credits_by_origin on credits (status, lower("from"), id);
create index mails_failed_to on mails (lower("to"), id) where state = 'failed';
