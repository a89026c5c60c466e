-- The sheets of an entry, contested and withdrawn ones too: the unique indexes are partial, so reading 600 entries read the
-- whole table for each. Deleting a routine or a person asks it as well.
create index score_sheets_entry on score_sheets (registration_routine_id, seat_id, revision);
create index audition_sheets_attendee on audition_sheets (attendee_id, seat_id, revision);
