-- Each season has years of its own. Before, the years were only compared when a season was created, so two may share
-- theirs: those of the higher numbers stay as they are.
do $$
declare
  doubles integer[];
begin
  select coalesce(array_agg(s.id), '{}') into doubles from seasons s
    where exists (select from seasons o where o.start_year = s.start_year and o.end_year = s.end_year and o.id < s.id);
  execute format('create unique index season_years_once on seasons (start_year, end_year) where id <> all (%L::integer[])',
    doubles);
end $$;
