-- Levels of a brand or a season beside the product's own (no event, no season). Hundredths of a point.
alter table competition_awards
  add column event_id integer references events,
  add column season_id integer references seasons,
  add column minimum_points integer not null default 0
    constraint competition_awards_minimum_points_check check (minimum_points >= 0),
  -- The rank within its scale, 1 the highest; 0: by its minimum.
  add column position smallint not null default 0,
  -- No longer given; versions that gave it keep its name.
  add column retired boolean not null default false;
update competition_awards set minimum_points = minimum_score * 100;

-- The product's own levels are whole points, kept with the other lists.
create function award_minimum_in_points() returns trigger language plpgsql as $$
begin
  if new.event_id is null and new.season_id is null then
    new.minimum_points := new.minimum_score * 100;
  end if;
  return new;
end $$;
create trigger award_minimum_in_points before insert or update on competition_awards
  for each row execute function award_minimum_in_points();
-- Ids of scoped levels, beyond those the lists number by hand.
create sequence scoped_award_ids as integer start 10001;

create table award_definitions (
  id integer generated always as identity primary key,
  event_id integer not null references events,
  season_id integer not null references seasons,
  -- Null: in every city of the event's season.
  tour_date_id integer references tour_dates,
  name text not null check (name <> ''),
  kind text not null check (kind in
    ('placement', 'high_score', 'studio', 'choice', 'title', 'audition', 'scholarship', 'special')),
  -- domain/src/results/award.ts: which entries compete, and by what they are grouped.
  scope jsonb not null default '{"group_by": []}',
  -- 'half', or rows of { from, places }.
  places jsonb not null default '[]',
  one_per_dancer boolean not null default false,
  tie_break text[] not null default '{}',
  minimum_points integer not null default 0 check (minimum_points >= 0),
  -- Of a studio award: how many totals make the mean, and how many entries a studio needs.
  best smallint not null default 1 check (best between 1 and 100),
  least_entries smallint not null default 1 check (least_entries between 1 and 100),
  -- The block of awards in which it is announced.
  block_id integer references competition_blocks on delete set null,
  position smallint not null default 0,
  active boolean not null default true
);
create index award_definitions_scope on award_definitions (event_id, season_id);
create index award_definitions_tour_date on award_definitions (tour_date_id) where tour_date_id is not null;
create index award_definitions_block on award_definitions (block_id) where block_id is not null;

create table award_picks (
  id integer generated always as identity primary key,
  award_definition_id integer not null references award_definitions,
  tour_date_id integer not null references tour_dates,
  registration_routine_id integer constraint routine_has_award references registration_routines on delete restrict,
  person_id integer references persons,
  studio_id integer references studios,
  -- 1: the winner; 2: the runner-up.
  place smallint not null default 1 check (place between 1 and 20),
  blurb text not null default '',
  amount integer check (amount > 0),
  picked_by integer not null references users,
  picked_at timestamptz not null,
  constraint pick_has_one_subject check (num_nonnulls(registration_routine_id, person_id, studio_id) = 1)
);
create index award_picks_city on award_picks (tour_date_id, award_definition_id);
create index award_picks_routine on award_picks (registration_routine_id) where registration_routine_id is not null;
create index award_picks_person on award_picks (person_id) where person_id is not null;

-- The pick that a scholarship was given for, at most one for each. No foreign key: it outlives the pick.
alter table scholarships add column award_pick_id integer constraint scholarship_once_per_pick unique;

-- What somebody wants to release: a second person confirms it while its inputs are still the same.
create table result_proposals (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates,
  part text not null check (part in ('results', 'critiques', 'data')),
  inputs jsonb not null,
  body jsonb not null,
  input_hash text not null,
  result_hash text not null,
  -- The warnings that were accepted by name.
  accepted jsonb not null default '[]',
  reason text not null default '',
  proposed_by integer not null references users,
  proposed_at timestamptz not null,
  -- Confirmed, replaced or taken back.
  closed_at timestamptz
);
create unique index one_open_proposal on result_proposals (tour_date_id, part) where closed_at is null;

-- Results fixed for good: ids and numbers, names are joined when they are read.
create table result_versions (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates,
  part text not null check (part in ('results', 'critiques', 'data')),
  version integer not null check (version > 0),
  rules_version integer not null,
  inputs jsonb not null,
  input_hash text not null,
  body jsonb not null,
  result_hash text not null,
  -- Of the version before, its own `chain_hash`; null for the first.
  previous_hash text,
  -- Over this version's hashes and the previous one.
  chain_hash text not null,
  proposed_by integer not null references users,
  confirmed_by integer not null references users,
  confirmed_at timestamptz not null,
  -- Shown from this moment on.
  embargo_until timestamptz not null,
  -- Flags, mails and scholarships are written.
  released_at timestamptz,
  reason text not null default '',
  withdrawn_at timestamptz,
  one_person boolean not null default false,
  constraint version_once_per_part unique (tour_date_id, part, version),
  constraint two_persons_release check (one_person or confirmed_by <> proposed_by)
);
create index result_versions_due on result_versions (embargo_until) where released_at is null and withdrawn_at is null;

-- What a version says to one registration.
create table result_slices (
  result_version_id integer not null references result_versions,
  registration_id integer not null references registrations,
  hash text not null,
  body jsonb not null,
  -- What differs from the version before, in sentences of ids and numbers; empty: nothing.
  changes jsonb not null default '[]',
  primary key (result_version_id, registration_id)
);
create index result_slices_registration on result_slices (registration_id);

-- Data is released as results and critiques are.
alter table tour_dates add column data boolean not null default false;
