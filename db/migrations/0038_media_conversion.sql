-- Media that came while ffmpeg was missing is served as it came, and converted later.
alter table media_objects
  -- How often its file could not be converted since, and why the last time: one of the domain's reasons.
  add column conversion_tries smallint not null default 0,
  add column conversion_failure text;
create index media_objects_unconverted on media_objects (conversion_tries, created)
  where state in ('ready', 'withheld') and key like '%.original.%';
