-- Holds or claims places: adds the differences to the counts, in key order. Returns the first key without room (the
-- caller then rolls back), or null on success. An offer bypasses the waiting list. When a key is full, its expired
-- holds are released first, each with all claims of its registration, so expiry needs no background process; a hold in
-- active use is skipped. docs/rules/places.md.
create or replace function take_places(
  of_registration integer, of_tour_date integer, keys text[], counts integer[], at timestamptz,
  is_offer boolean default false
) returns text language plpgsql as $$
declare
  i integer;
  freed integer;
begin
  for i in select g from generate_subscripts(keys, 1) as g order by keys[g] loop
    for attempt in 1..2 loop
      update capacity set taken = taken + counts[i]
        where tour_date_id = of_tour_date and key = keys[i]
        and (counts[i] <= 0 or places is null or (taken + counts[i] <= places and (waiting = 0 or is_offer)));
      exit when found;
      if attempt = 2 then
        return keys[i];
      end if;
      with lapsed as (
        select registration_id, key, entry_id from place_claims
        where tour_date_id = of_tour_date and key = keys[i] and held_until < at and registration_id <> of_registration
        for update skip locked
      ), gone as (
        delete from place_claims c using lapsed l
        where c.registration_id = l.registration_id and c.key = l.key and c.entry_id = l.entry_id returning c.n
      )
      select coalesce(sum(n), 0) into freed from gone;
      update capacity set taken = taken - freed where tour_date_id = of_tour_date and key = keys[i] and freed > 0;
    end loop;
  end loop;
  return null;
end $$;
