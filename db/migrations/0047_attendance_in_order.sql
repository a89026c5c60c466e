-- The list of earlier attendance reads one page in each of its orders. By name persons_in_order serves, by season the key.
create index attendance_records_in_order on attendance_records (recorded, person_id, season_id);
create index attendance_records_by_state on attendance_records (attended, person_id, season_id);
create index attendance_records_by_note on attendance_records (lower(note), person_id, season_id);
