-- Accounts, the people of rosters, studios.

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

create table addresses (
  id integer generated always as identity primary key,
  address text not null default '',
  city text not null default '',
  state_id integer references states,
  country_id integer not null default 1 references countries,
  zip text
);

create table persons (
  id integer generated always as identity primary key,
  fname text not null check (fname <> ''),
  lname text not null check (lname <> ''),
  -- Names without case, accents and spaces, so that two spellings of one person meet.
  name_key text not null,
  birthdate date,
  gender_id integer references genders,
  person_type_id integer references person_types,
  address_id integer references addresses,
  created timestamptz not null
);
create index persons_name on persons (name_key);

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
  constraint contact_has_one_owner check (num_nonnulls(person_id, studio_id, studio_contact_id) = 1)
);
create index contacts_person on contacts (person_id);
create index contacts_studio on contacts (studio_id);
create index contacts_studio_contact on contacts (studio_contact_id);

create table users (
  id integer generated always as identity primary key,
  email text not null,
  -- Null until a claimed studio's account has chosen its password.
  password_hash text,
  confirmed boolean not null default false,
  person_id integer not null references persons,
  studio_id integer references studios,
  studio_account boolean not null default false,
  previous_studio_id integer references studios,
  role text not null default 'user' check (role in ('user', 'office', 'admin')),
  -- Not blocked by passed and sold-out cities.
  exempt boolean not null default false,
  hints jsonb not null default '{}',
  created timestamptz not null
);
create unique index users_email on users (lower(email));
create index users_studio on users (studio_id);
alter table studios add foreign key (primary_user_id) references users;

create table sessions (
  -- The token itself is never stored: whoever reads this table must not be able to sign in with it.
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  created timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default ''
);
create index sessions_user on sessions (user_id);

create table email_tokens (
  token_hash text primary key,
  kind text not null check (kind in ('confirm', 'reset', 'setup')),
  user_id integer references users on delete cascade,
  studio_id integer references studios on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created timestamptz not null
);

-- One row per thing that is limited, in the window that runs now.
create table rate_limits (
  key text primary key,
  hits integer not null,
  window_ends timestamptz not null
);

create table roster (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  person_id integer not null references persons,
  studio_id integer references studios,
  email text,
  reminder_email text,
  parent_address_id integer references addresses,
  parent_email text,
  created timestamptz not null,
  constraint person_once_per_roster unique (user_id, person_id)
);
create index roster_person on roster (person_id);
create index roster_studio on roster (studio_id);
