-- Routines put forward for the Studio of the Year, studio awards and specialty awards: one for each type.
create table registration_nominations (
  registration_id integer not null,
  nomination_type_id integer not null references nomination_types,
  registration_routine_id integer not null,
  -- Whether the choreographer came from outside, and the name a type asks for.
  details jsonb not null,
  primary key (registration_id, nomination_type_id),
  -- Whatever takes a routine away takes its nominations with it.
  constraint nominated_routine_is_entered foreign key (registration_routine_id, registration_id)
    references registration_routines (id, registration_id) on delete cascade
);
create index registration_nominations_routine on registration_nominations (registration_routine_id);
create index registration_nominations_type on registration_nominations (nomination_type_id);

-- The column of the Studio of the Year's table that a type stands in; its name need not say it again.
alter table nomination_types add column half text check (half in ('teen_senior', 'mini_junior'));
update nomination_types t set
  half = case when t.name like 'Teen & Senior %' then 'teen_senior' else 'mini_junior' end,
  name = replace(replace(t.name, 'Teen & Senior ', ''), 'Mini & Junior ', '')
from nominations n
where n.id = t.nomination_id and n.step = 'soty' and (t.name like 'Teen & Senior %' or t.name like 'Mini & Junior %');

-- A city's offer names them from now on.
create trigger raises_catalogue_version after insert or update or delete or truncate on nominations
  for each statement execute function raise_catalogue_version();
create trigger raises_catalogue_version after insert or update or delete or truncate on nomination_types
  for each statement execute function raise_catalogue_version();

-- Edits that are open nominate nothing; as text, since what is compared later keeps the order of its keys.
update revisions set
  base = (left(rtrim(base::text), -1) || ',"has_soty":false,"nomination_routines":[]}')::json,
  record = (left(rtrim(record::text), -1) || ',"has_soty":false,"nomination_routines":[]}')::json;
