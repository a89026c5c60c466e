-- A dancer's media pass is found by person too: a name or a birthdate may have been corrected since it was paid.
create index media_passes_person on media_passes (season_id, person_id);

-- Paid for and not completed yet: few at any time, and looked for each minute. REV-032.
create index registrations_paid_and_left on registrations (id)
  where not completed and not deleted and hold_ends = '9999-12-31T00:00:00Z';
