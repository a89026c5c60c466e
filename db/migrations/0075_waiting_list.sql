-- The waiting list: entries in line for places that are gone, one line per city, in the order of `position`.

create sequence waiting_positions;

create table waiting_entries (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates on delete cascade,
  registration_id integer not null references registrations on delete cascade,
  -- Whoever joins stands behind everyone; the office may put an entry between two others.
  position double precision not null default nextval('waiting_positions'),
  -- Several routines wait together. True: any of them may be offered alone.
  takes_part boolean not null default false,
  state text not null default 'waiting'
    check (state in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'refused')),
  -- The names of its routines, for the office after they are gone.
  title text not null,
  joined_at timestamptz not null,
  offered_at timestamptz,
  offer_ends timestamptz,
  closed_at timestamptz,
  reason text not null default '',
  constraint an_offer_ends check (state <> 'offered' or offer_ends is not null)
);
create index waiting_entries_line on waiting_entries (tour_date_id, position) where state in ('waiting', 'offered', 'accepted');
create index waiting_entries_registration on waiting_entries (registration_id);

-- What an entry waits for. A routine is in one entry at most.
create table waiting_routines (
  registration_routine_id integer primary key references registration_routines on delete cascade,
  entry_id integer not null references waiting_entries on delete cascade
);
create index waiting_routines_entry on waiting_routines (entry_id);

-- What an offer keeps is a claim of its own (`entry_id` the entry; 0: what the registration holds itself).
alter table place_claims add column entry_id integer not null default 0;
alter table place_claims drop constraint place_claims_pkey;
alter table place_claims add primary key (registration_id, key, entry_id);

-- An accepted offer keeps places for a registration that is not finished yet.
alter table registrations add column reserved boolean not null default false;

-- As before; a hold that ran out is one claim of its registration, not all of its key.
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
