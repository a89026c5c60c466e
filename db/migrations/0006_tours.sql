-- Brands, seasons, cities and what they offer. Variants are flags: no rule knows an id.

create table seasons (
  id integer primary key,
  start_year integer not null,
  end_year integer not null,
  age_year integer not null,
  current boolean not null default false,
  is_portal boolean not null default false,
  omit_jacket_name boolean not null default false
);
create unique index one_current_season on seasons (current) where current;

create table events (
  id integer primary key,
  name text not null,
  subdomain text not null unique,
  color text not null default '#7A1F4B',
  is_nationals boolean not null default false,
  is_intensive boolean not null default false,
  is_workshop_only boolean not null default false,
  is_combined_workshop boolean not null default false,
  is_radix boolean not null default false,
  is_kaos boolean not null default false,
  is_aftermath boolean not null default false,
  vip_name text not null default 'Best Dancer',
  vip_name_plural text not null default 'Best Dancers',
  vip_route text not null default 'best-dancers',
  -- Basis points: 7500 is a fee times 0.75.
  attended_multiplier integer not null default 7500 check (attended_multiplier between 0 and 10000),
  free_teacher_rule text not null default 'tier_regional'
    check (free_teacher_rule in ('tier_regional', 'tier_nationals', 'per_ten')),
  allows_routine_copy boolean not null default false,
  allows_check_for_all boolean not null default false,
  needs_no_prequalification boolean not null default false,
  support_email text not null,
  hide_early_rate_deadline boolean not null default false,
  coming_soon boolean not null default false,
  surveys_on boolean not null default true,
  no_observers boolean not null default false,
  success_text text,
  mobile_registration text not null default 'notice' check (mobile_registration in ('notice', 'full'))
);

create table event_cities (
  id integer generated always as identity primary key,
  name text not null,
  state text not null default '',
  unique (name, state)
);

create table venues (
  id integer generated always as identity primary key,
  name text not null,
  address text not null default '',
  phone text not null default '',
  website text not null default '',
  -- A hotel says its rates; a plain venue does not.
  room_rates text,
  reservations_link text
);

create table tour_dates (
  id integer generated always as identity primary key,
  event_id integer not null references events,
  event_city_id integer not null references event_cities,
  season_id integer not null references seasons,
  time_zone text not null default 'America/Los_Angeles',
  start_date date not null,
  end_date date not null,
  cutoff_start_date timestamptz not null,
  cutoff_end_date timestamptz not null,
  late_start_date timestamptz,
  late_end_date timestamptz,
  payment_date date,
  send_check_date date,
  canceled boolean not null default false,
  postponed boolean not null default false,
  coming_soon boolean not null default false,
  virtual_only boolean not null default false,
  has_soty boolean not null default false,
  disabled_best_dancers boolean not null default false,
  waiting_list boolean not null default false,
  nomination_types integer[] not null default '{}',
  add_ons text[] not null default '{}',
  venue_id integer references venues,
  hotel_id integer references venues,
  regenabled boolean not null default true,
  compenabled boolean not null default true,
  allows_virtual boolean not null default false,
  no_virtual boolean not null default false,
  no_virtual_competition boolean not null default false,
  obsdisabled boolean not null default false,
  edit_routines boolean not null default true,
  edit_bd_photo boolean not null default true,
  edit_bd_jacket boolean not null default true,
  edit_bd_routine boolean not null default true,
  virtual_only_groups boolean not null default false,
  music_upload boolean not null default true,
  critiques boolean not null default false,
  results boolean not null default false,
  no_critiques boolean not null default false,
  no_competition boolean not null default false,
  coda boolean not null default false,
  one_solos boolean not null default true,
  -- Null: no limit on the solos of small registrations.
  solo_groups integer check (solo_groups >= 0),
  independents_compete boolean not null default false,
  independent_max_routines integer check (independent_max_routines > 0),
  split_teen_performance boolean not null default false,
  total_routine_limit integer check (total_routine_limit >= 0),
  employee_email_allowed boolean not null default false,
  -- Recipients of mails to employees about the city's payments; empty: the event's support address.
  employee_emails text[] not null default '{}',
  constraint tour_date_ends_after_it_starts check (end_date >= start_date)
);
create index tour_dates_event_season on tour_dates (event_id, season_id, start_date);

-- References from earlier files.
alter table settings
  add foreign key (tour_date_id) references tour_dates on delete cascade,
  add foreign key (event_id) references events,
  add foreign key (season_id) references seasons;
alter table capacity add foreign key (tour_date_id) references tour_dates on delete cascade;
alter table hold_records add foreign key (tour_date_id) references tour_dates on delete cascade;

create table tour_date_exceptions (
  tour_date_id integer not null references tour_dates on delete cascade,
  email text not null,
  primary key (tour_date_id, email)
);

create table workshop_levels (
  id integer primary key,
  id_v text not null unique,
  level text not null,
  plural_name text not null,
  recommended_age text not null default '',
  range text not null default '',
  minimum_age integer not null default 0,
  maximum_age integer,
  kind text not null check (kind in ('dancer', 'teacher', 'observer')),
  observer_days integer check (observer_days in (1, 2)),
  college_eligible boolean not null default false,
  position integer not null
);

-- The price of a level at an event in a season: one row per rate and way of taking part.
create table level_prices (
  event_id integer not null references events,
  season_id integer not null references seasons,
  level_id integer not null references workshop_levels,
  tier text not null check (tier in ('discount', 'full', 'late')),
  kind text not null check (kind in ('full', 'one_day', 'virtual')),
  price integer not null check (price >= 0),
  primary key (event_id, season_id, level_id, tier, kind)
);

-- A level that a city limits, or does not offer.
create table tour_date_levels (
  tour_date_id integer not null references tour_dates on delete cascade,
  level_id integer not null references workshop_levels,
  status text not null default 'open' check (status in ('open', 'sold_out', 'not_available')),
  max_people integer check (max_people >= 0),
  primary key (tour_date_id, level_id)
);

create table routine_categories (
  category_id integer primary key,
  name text not null,
  abbreviation text not null,
  min_dancers integer not null check (min_dancers > 0),
  is_solo boolean not null default false
);

create table category_fees (
  event_id integer not null references events,
  season_id integer not null references seasons,
  category_id integer not null references routine_categories,
  fee_per_dancer integer not null check (fee_per_dancer >= 0),
  primary key (event_id, season_id, category_id)
);

create table tour_date_categories (
  tour_date_id integer not null references tour_dates on delete cascade,
  category_id integer not null references routine_categories,
  enabled boolean not null default true,
  max_routines integer check (max_routines >= 0),
  primary key (tour_date_id, category_id)
);

create table age_divisions (
  level_id integer primary key,
  name text not null,
  minimum_age integer not null check (minimum_age >= 0),
  is_showcase boolean not null default false
);

create table performance_divisions (
  id integer primary key,
  name text not null unique,
  level integer not null,
  is_ballet boolean not null default false
);

-- Entered by the office.
create table intensives (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates on delete cascade,
  name text not null,
  price integer not null check (price >= 0),
  group_price integer check (group_price >= 0),
  -- False: no longer offered; attendees who chose it keep it.
  offered boolean not null default true
);
create index intensives_city on intensives (tour_date_id);

-- What dancers of a city choose among at no cost: labs and freestyle battles.
create table city_choices (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates on delete cascade,
  kind text not null check (kind in ('lab', 'freestyle_battle')),
  name text not null check (name <> ''),
  -- False: no longer offered; attendees who chose it keep it.
  offered boolean not null default true
);
create index city_choices_tour_date on city_choices (tour_date_id);

create table competition_awards (id integer primary key, name text not null, minimum_score integer not null);

create table vip_types (
  id integer primary key,
  code text not null unique,
  name text not null,
  amount integer not null check (amount >= 0),
  active boolean not null default true,
  add_winner boolean not null default false
);

create table jacket_sizes (
  id integer primary key,
  name text not null,
  -- Inches, for the size charts; empty: not stated.
  chest text not null default '',
  length text not null default '',
  top_chest text not null default '',
  top_length text not null default ''
);

create table nominations (
  id integer primary key,
  name text not null,
  -- The step of the wizard that asks for it.
  step text not null default 'studio-awards' check (step in ('soty', 'studio-awards', 'specialty'))
);

create table nomination_types (
  id integer primary key,
  nomination_id integer not null references nominations,
  name text not null,
  age_divisions integer[] not null default '{}',
  -- Empty: any category.
  categories integer[] not null default '{}',
  -- The further name that a nomination gives.
  asks_for text check (asks_for in ('choreographer', 'costume designer')),
  -- The column of the Studio of the Year table.
  half text check (half in ('teen_senior', 'mini_junior'))
);

-- The lists that every installation begins with. The office changes them; no rule knows an id.
insert into workshop_levels
  (id, id_v, level, plural_name, recommended_age, range, minimum_age, maximum_age, kind, observer_days,
   college_eligible, position)
values
  (1, '1v', 'Mini', 'Minis', '4-9', 'Ages 9 and under', 4, 9, 'dancer', null, false, 1),
  (2, '2v', 'Junior', 'Juniors', '10-12', 'Ages 10-12', 10, 12, 'dancer', null, false, 2),
  (3, '3v', 'Teen', 'Teens', '13-15', 'Ages 13-15', 13, 15, 'dancer', null, false, 3),
  (4, '4v', 'Senior', 'Seniors', '16+', 'Ages 16 and over', 16, null, 'dancer', null, true, 4),
  (97, '97v', 'Improv', 'Improv', '', '', 4, null, 'dancer', null, false, 5),
  (99, '99v', 'Showcase', 'Showcase', '', '', 0, null, 'dancer', null, false, 6),
  (5, '5v', 'Teacher', 'Teachers', '18+', 'Ages 18 and over', 0, null, 'teacher', null, false, 7),
  (31, '31v', 'Observer, one day', 'Observers, one day', '', '', 0, null, 'observer', 1, false, 8),
  (34, '34v', 'Observer, two days', 'Observers, two days', '', '', 0, null, 'observer', 2, false, 9);

insert into routine_categories (category_id, name, abbreviation, min_dancers, is_solo) values
  (1, 'Solo', 'SO', 1, true), (2, 'Duo/Trio', 'DT', 2, false), (3, 'Small Group', 'SG', 4, false),
  (4, 'Large Group', 'LG', 10, false), (5, 'Line', 'LN', 16, false), (6, 'Production', 'PR', 25, false);

insert into age_divisions (level_id, name, minimum_age, is_showcase) values
  (1, 'Mini', 4, false), (2, 'Junior', 10, false), (3, 'Teen', 13, false), (4, 'Senior', 16, false),
  (7, 'Open', 21, false), (99, 'Showcase', 0, true);

insert into performance_divisions (id, name, level, is_ballet) values
  (1, 'Jazz', 1, false), (2, 'Contemporary', 1, false), (3, 'Lyrical', 1, false), (4, 'Ballet', 1, true),
  (5, 'Tap', 1, false), (6, 'Hip-Hop', 1, false), (7, 'Musical Theatre', 1, false), (8, 'Ballroom', 1, false),
  (9, 'Acro', 1, false), (10, 'Folkloric', 1, false), (11, 'Specialty', 1, false);

insert into competition_awards (id, name, minimum_score) values
  (1, 'Spotlight', 290), (2, 'High Gold', 280), (3, 'Gold', 265), (4, 'High Silver', 250), (5, 'Silver', 235),
  (6, 'Bronze', 0);

insert into jacket_sizes (id, name, chest, length, top_chest, top_length) values
  (1, 'Youth S', '25–26', '18', '24–25', '17'), (2, 'Youth M', '27–28', '19½', '26–27', '18½'),
  (3, 'Youth L', '29–30', '21', '28–29', '20'), (4, 'Adult XS', '31–32', '22½', '30–31', '21'),
  (5, 'Adult S', '33–35', '23½', '32–34', '22'), (6, 'Adult M', '36–38', '24½', '35–37', '23'),
  (7, 'Adult L', '39–41', '25½', '38–40', '24'), (8, 'Adult XL', '42–44', '26½', '41–43', '25'),
  (9, 'Adult 2XL', '45–48', '27½', '44–47', '26');

insert into vip_types (id, code, name, amount, active, add_winner) values
  (1, 'COMPETING', 'Competing', 12500, true, true), (2, 'JACKET_ONLY', 'Jacket only', 9500, true, false),
  (3, 'WORKSHOP_ONLY', 'Workshop only', 0, true, false), (4, 'CAST', 'Cast Experience', 14500, true, false);

insert into nominations (id, name, step) values
  (1, 'Studio of the Year', 'soty'),
  (2, 'Best group performance', 'studio-awards'), (3, 'Best group choreography', 'studio-awards'),
  (4, 'Outstanding choreography', 'specialty'), (5, 'Costume design', 'specialty'), (6, 'People’s choice', 'specialty');

-- Studio of the Year: the same six entries of the older and of the younger half.
insert into nomination_types (id, nomination_id, name, age_divisions, categories, asks_for, half)
select half.first + entry.place, 1, entry.name, half.divisions, entry.categories, 'choreographer', half.name
from (values (1, 'teen_senior', array[3, 4]), (7, 'mini_junior', array[1, 2])) as half (first, name, divisions)
cross join (values
  (0, 'Small Group', array[3]), (1, 'Small Group, second entry', array[3]), (2, 'Large Group', array[4]),
  (3, 'Large Group, second entry', array[4]), (4, 'Line', array[5]), (5, 'Group of any size', array[3, 4, 5, 6])
) as entry (place, name, categories);

insert into nomination_types (id, nomination_id, name, age_divisions, categories, asks_for) values
  (21, 2, 'Mini', '{1}', '{3,4,5,6}', null), (22, 2, 'Junior', '{2}', '{3,4,5,6}', null),
  (23, 2, 'Teen', '{3}', '{3,4,5,6}', null), (24, 2, 'Senior', '{4}', '{3,4,5,6}', null),
  (31, 3, 'Mini & Junior', '{1,2}', '{3,4,5,6}', 'choreographer'),
  (32, 3, 'Teen & Senior', '{3,4}', '{3,4,5,6}', 'choreographer'),
  (41, 4, 'Any division', '{1,2,3,4,7}', '{}', 'choreographer'),
  (51, 5, 'Any division', '{1,2,3,4,7}', '{}', 'costume designer'),
  (61, 6, 'Any division', '{1,2,3,4,7}', '{3,4,5,6}', null);

-- Sums of completed registrations, kept by the transaction that completes one.
create table tour_date_totals (
  tour_date_id integer primary key references tour_dates on delete cascade,
  registrations integer not null default 0,
  dancers integer not null default 0,
  teachers integer not null default 0,
  observers integer not null default 0,
  routines integer not null default 0,
  total bigint not null default 0,
  paid bigint not null default 0
) with (fillfactor = 70);

-- What cities offer changes a few times a day and is read with every call. One number tells whether it changed, so that
-- a process may cache it. Statement triggers raise it in the transaction that changes any of it.
create table catalogue_version (one boolean primary key default true check (one), version bigint not null default 1);

insert into catalogue_version default values;

-- A sequence never gives a number twice, not even after a rollback.
create sequence catalogue_versions start 2;

create function raise_catalogue_version() returns trigger language plpgsql as $$
begin
  update catalogue_version set version = nextval('catalogue_versions');
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'seasons', 'events', 'event_cities', 'venues', 'tour_dates', 'tour_date_levels', 'workshop_levels', 'level_prices',
    'routine_categories', 'category_fees', 'tour_date_categories', 'age_divisions', 'performance_divisions',
    'intensives', 'settings', 'city_choices', 'vip_types', 'jacket_sizes', 'nominations', 'nomination_types'
  ] loop
    execute format('create trigger raises_catalogue_version after insert or update or delete or truncate on %I
      for each statement execute function raise_catalogue_version()', name);
  end loop;
end $$;
