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
  constraint tour_date_ends_after_it_starts check (end_date >= start_date)
);
create index tour_dates_event_season on tour_dates (event_id, season_id, start_date);

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

-- What a level costs at an event in a season: one row per rate and way of taking part.
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

create table intensives (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates on delete cascade,
  name text not null,
  price integer not null check (price >= 0),
  group_price integer check (group_price >= 0)
);

create table competition_awards (id integer primary key, name text not null, minimum_score integer not null);
create table jacket_sizes (id integer primary key, name text not null);
create table vip_types (
  id integer primary key,
  code text not null unique,
  name text not null,
  amount integer not null check (amount >= 0),
  active boolean not null default true,
  add_winner boolean not null default false
);
create table nominations (id integer primary key, name text not null);
create table nomination_types (
  id integer primary key,
  nomination_id integer not null references nominations,
  name text not null,
  age_divisions integer[] not null default '{}'
);

-- A value the office set. Narrower scopes win: tour date, event, season, product.
create table settings (
  id integer generated always as identity primary key,
  name text not null,
  tour_date_id integer references tour_dates on delete cascade,
  event_id integer references events,
  season_id integer references seasons,
  value jsonb not null,
  constraint setting_has_one_scope check (num_nonnulls(tour_date_id, event_id, season_id) <= 1)
);
create unique index setting_once_per_scope on settings
  (name, coalesce(tour_date_id, 0), coalesce(event_id, 0), coalesce(season_id, 0));

-- Scarce places of a city. A row stands for each key, also without a limit: it is what a claim updates.
create table capacity (
  tour_date_id integer not null references tour_dates on delete cascade,
  key text not null,
  places integer check (places >= 0),
  taken integer not null default 0 check (taken >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  primary key (tour_date_id, key)
) with (fillfactor = 70);

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

create table news (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates on delete cascade,
  date date not null,
  text text not null
);
