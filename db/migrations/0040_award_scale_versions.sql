-- Rises with each change of the levels of an event, a season or both, so that nobody replaces levels that they have not seen.
create table award_scale_versions (
  -- 'event 3', 'season 12', 'event 3 season 12'.
  scope text primary key,
  version integer not null
);
