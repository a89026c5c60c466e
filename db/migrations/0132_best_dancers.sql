-- What a dancer of the programme will dance alone: name, choreographer, performance_division_id (open until one is
-- chosen). Null: does not compete in the programme. The entry itself is a routine of the registration.
alter table attendees add column routine jsonb;

-- What a size measures in inches, for the charts; empty: not told.
alter table jacket_sizes
  add column chest text not null default '',
  add column length text not null default '',
  add column top_chest text not null default '',
  add column top_length text not null default '';
update jacket_sizes s
set chest = v.chest, length = v.length, top_chest = v.top_chest, top_length = v.top_length
from (values
  (1, '25–26', '18', '24–25', '17'), (2, '27–28', '19½', '26–27', '18½'), (3, '29–30', '21', '28–29', '20'),
  (4, '31–32', '22½', '30–31', '21'), (5, '33–35', '23½', '32–34', '22'), (6, '36–38', '24½', '35–37', '23'),
  (7, '39–41', '25½', '38–40', '24'), (8, '42–44', '26½', '41–43', '25'), (9, '45–48', '27½', '44–47', '26')
) as v (id, chest, length, top_chest, top_length)
where s.id = v.id;

-- Types and sizes are part of what a city offers.
do $$
declare
  name text;
begin
  foreach name in array array['vip_types', 'jacket_sizes'] loop
    execute format('create trigger raises_catalogue_version after insert or update or delete or truncate on %I
      for each statement execute function raise_catalogue_version()', name);
  end loop;
end $$;

