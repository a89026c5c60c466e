-- The music of routines as an edit of the office makes it, by routine: {"12": {"no_music": false, "music": {...}}}. Routines
-- that are not named keep theirs. The files lie in the store; a discarded edit leaves them to the nightly clean-up.
alter table office_edits add column music jsonb not null default '{}';
