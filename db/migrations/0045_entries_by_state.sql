-- The office's list of entries by status: waiting, without music, no music needed, uploaded.
create index registration_routines_by_state on registration_routines (
  (case when status = 'waiting' then 0 when music_id is not null then 3 when no_music then 2 else 1 end), id);
