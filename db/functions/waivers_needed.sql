-- Returns the waiver types required at this event and season.
create or replace function waivers_needed(of_event integer, of_season integer) returns table (waiver_type_id integer)
language sql stable as $$
  select id from waiver_types
  where active and (event_id is null or event_id = of_event) and (season_id is null or season_id = of_season)
$$;
