-- People, studios and how to reach them; the roster of each account. docs/decisions/0006-a-person-has-one-owner.md.

-- Studios are found by any part of their name while it is typed.
create extension if not exists pg_trgm;

create table states (
  id integer primary key,
  country_id integer not null,
  name text not null,
  abbreviation text not null
);

create table countries (id integer primary key, name text not null, abbreviation text not null);

create table genders (id integer primary key, name text not null);

create table person_types (
  id integer primary key,
  name text not null unique,
  -- Which select offers it: an individual's, a studio's, or neither.
  grouping text not null check (grouping in ('user', 'studio', 'other'))
);

-- A person's or a parent's address as one account entered it; without a person, a studio's.
create table addresses (
  id integer generated always as identity primary key,
  address text not null default '',
  city text not null default '',
  state_id integer references states,
  country_id integer not null default 1 references countries,
  zip text,
  person_id integer,
  -- The only account that reads it.
  entered_by integer,
  is_parent boolean not null default false,
  constraint address_of_person_has_account check ((person_id is null) = (entered_by is null))
);
create unique index addresses_person on addresses (person_id, entered_by, is_parent);
create index addresses_entered_by on addresses (entered_by);

create table persons (
  id integer generated always as identity primary key,
  fname text not null check (fname <> ''),
  lname text not null check (lname <> ''),
  -- Names without case, accents and spaces, so that two spellings of one person meet.
  name_key text not null,
  birthdate date,
  gender_id integer references genders,
  person_type_id integer references person_types,
  created timestamptz not null,
  -- The account that entered the person: it alone renames, corrects and completes it. Null: a deleted account.
  owner_user_id integer,
  -- Earlier names: confirmations keep the name of their day, and erasure has to find it there.
  former_names text[] not null default '{}'
);
create index persons_name on persons (name_key);
create index persons_words on persons using gin (to_tsvector('simple', fname || ' ' || lname));
-- Accounts by the name of their person, from the index alone; it costs little beside the one that finds words of names.
create index persons_in_order on persons (lower(fname || ' ' || lname));
create index persons_owner on persons (owner_user_id);
alter table addresses add foreign key (person_id) references persons on delete cascade;

create table studios (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  website text,
  address_id integer references addresses,
  claimed boolean not null default false,
  flagged boolean not null default false,
  bypass_deposit boolean not null default false,
  bypass_removed_routine_fee boolean not null default false,
  bypass_removed_routine_fee_post_deadline boolean not null default false,
  subdomain text,
  primary_user_id integer,
  created timestamptz not null
);
create index studios_name on studios (lower(name) text_pattern_ops);
create index studios_name_parts on studios using gin (lower(name) gin_trgm_ops);
-- Words by their beginnings, wherever they stand in a name.
create index studios_words on studios using gin (to_tsvector('simple', name));
-- Studios and accounts as the office reads them: by name, or those with an account together, from the index alone.
create index studios_in_order on studios (lower(name), id);
create index studios_by_claimed on studios (claimed, id);

create table studio_contacts (
  id integer generated always as identity primary key,
  studio_id integer not null references studios on delete cascade,
  person_type_id integer not null references person_types,
  fname text not null,
  lname text not null,
  is_primary boolean not null default false,
  is_owner boolean not null default false
);
create index studio_contacts_studio on studio_contacts (studio_id);

-- E-mail addresses and phone numbers of a person, a studio or a studio's contact.
create table contacts (
  id integer generated always as identity primary key,
  person_id integer references persons on delete cascade,
  studio_id integer references studios on delete cascade,
  studio_contact_id integer references studio_contacts on delete cascade,
  contact_type_id integer not null check (contact_type_id in (1, 2)),
  value text not null,
  is_primary boolean not null default false,
  -- The only account that reads it.
  entered_by integer,
  constraint contact_of_person_has_account check ((person_id is null) = (entered_by is null)),
  constraint contact_has_one_owner check (num_nonnulls(person_id, studio_id, studio_contact_id) = 1)
);
create index contacts_person on contacts (person_id, entered_by);
create index contacts_studio on contacts (studio_id);
create index contacts_studio_contact on contacts (studio_contact_id);
-- A studio is found by its e-mail address: at sign-up by the whole of it, in the office by how it begins.
create index contacts_studio_email on contacts (lower(value) text_pattern_ops) where studio_id is not null;
create index contacts_entered_by on contacts (entered_by);

create table roster (
  id integer generated always as identity primary key,
  user_id integer not null,
  person_id integer not null references persons,
  studio_id integer references studios,
  email text,
  reminder_email text,
  parent_email text,
  created timestamptz not null,
  constraint person_once_per_roster unique (user_id, person_id)
);
create index roster_person on roster (person_id);
create index roster_studio on roster (studio_id);

insert into countries (id, name, abbreviation) values
  (1, 'United States', 'US'), (2, 'Canada', 'CA'), (3, 'Mexico', 'MX'), (4, 'Australia', 'AU'),
  (5, 'New Zealand', 'NZ'), (6, 'United Kingdom', 'GB'), (7, 'Ireland', 'IE'), (8, 'France', 'FR'),
  (9, 'Germany', 'DE'), (10, 'Italy', 'IT'), (11, 'Spain', 'ES'), (12, 'Portugal', 'PT'),
  (13, 'Netherlands', 'NL'), (14, 'Belgium', 'BE'), (15, 'Switzerland', 'CH'), (16, 'Austria', 'AT'),
  (17, 'Sweden', 'SE'), (18, 'Norway', 'NO'), (19, 'Denmark', 'DK'), (20, 'Finland', 'FI'),
  (21, 'Poland', 'PL'), (22, 'Japan', 'JP'), (23, 'South Korea', 'KR'), (24, 'China', 'CN'),
  (25, 'Taiwan', 'TW'), (26, 'Hong Kong', 'HK'), (27, 'Singapore', 'SG'), (28, 'Philippines', 'PH'),
  (29, 'India', 'IN'), (30, 'Israel', 'IL'), (31, 'South Africa', 'ZA'), (32, 'Brazil', 'BR'),
  (33, 'Argentina', 'AR'), (34, 'Chile', 'CL'), (35, 'Colombia', 'CO'), (36, 'Costa Rica', 'CR'),
  (37, 'Panama', 'PA'), (38, 'Dominican Republic', 'DO'), (39, 'Jamaica', 'JM'), (40, 'Bahamas', 'BS');

insert into states (id, country_id, name, abbreviation)
select row_number() over (), 1, split_part(state, ':', 2), split_part(state, ':', 1)
from unnest(array[
  'AL:Alabama', 'AK:Alaska', 'AZ:Arizona', 'AR:Arkansas', 'CA:California', 'CO:Colorado', 'CT:Connecticut',
  'DE:Delaware', 'DC:District of Columbia', 'FL:Florida', 'GA:Georgia', 'HI:Hawaii', 'ID:Idaho', 'IL:Illinois',
  'IN:Indiana', 'IA:Iowa', 'KS:Kansas', 'KY:Kentucky', 'LA:Louisiana', 'ME:Maine', 'MD:Maryland',
  'MA:Massachusetts', 'MI:Michigan', 'MN:Minnesota', 'MS:Mississippi', 'MO:Missouri', 'MT:Montana', 'NE:Nebraska',
  'NV:Nevada', 'NH:New Hampshire', 'NJ:New Jersey', 'NM:New Mexico', 'NY:New York', 'NC:North Carolina',
  'ND:North Dakota', 'OH:Ohio', 'OK:Oklahoma', 'OR:Oregon', 'PA:Pennsylvania', 'PR:Puerto Rico', 'RI:Rhode Island',
  'SC:South Carolina', 'SD:South Dakota', 'TN:Tennessee', 'TX:Texas', 'UT:Utah', 'VT:Vermont', 'VA:Virginia',
  'WA:Washington', 'WV:West Virginia', 'WI:Wisconsin', 'WY:Wyoming'
]) as state;

insert into states (id, country_id, name, abbreviation)
select 100 + row_number() over (), 2, split_part(province, ':', 2), split_part(province, ':', 1)
from unnest(array[
  'AB:Alberta', 'BC:British Columbia', 'MB:Manitoba', 'NB:New Brunswick', 'NL:Newfoundland and Labrador',
  'NS:Nova Scotia', 'NT:Northwest Territories', 'NU:Nunavut', 'ON:Ontario', 'PE:Prince Edward Island', 'QC:Quebec',
  'SK:Saskatchewan', 'YT:Yukon'
]) as province;

insert into genders (id, name) values (1, 'Female'), (2, 'Male');

insert into person_types (id, name, grouping) values
  (1, 'Dancer', 'user'), (2, 'Teacher', 'user'), (3, 'Parent', 'user'),
  (4, 'Studio Owner', 'studio'), (5, 'Studio Director', 'studio'), (6, 'Office Manager', 'studio'),
  (7, 'Competition Director', 'studio'), (8, 'Registration Contact', 'studio'),
  (9, 'Other', 'other');
