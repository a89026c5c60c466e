-- Accounts, sessions, the second factor, legal texts and who agreed to them.

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
create index users_email_begins on users (lower(email) text_pattern_ops);
-- The office finds accounts by the name of their person; forgetting a person asks whether an account is theirs.
create index users_person on users (person_id);

-- References from earlier files.
alter table idempotency_keys add foreign key (user_id) references users on delete cascade;
alter table mails add foreign key (user_id) references users on delete set null;
alter table files add foreign key (owner_user_id) references users on delete set null;
alter table uploads add foreign key (user_id) references users on delete set null;
alter table audit_log add foreign key (actor_user_id) references users;
alter table addresses add foreign key (entered_by) references users on delete cascade;
alter table persons add foreign key (owner_user_id) references users on delete set null;
alter table contacts add foreign key (entered_by) references users on delete cascade;
alter table studios add foreign key (primary_user_id) references users;
alter table roster add foreign key (user_id) references users on delete cascade;

create table sessions (
  -- The token itself is never stored: whoever reads this table must not be able to sign in with it.
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  created timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '',
  id integer generated always as identity unique,
  last_seen timestamptz,
  ip text not null default '',
  -- An office account signed in without its required second factor: everything except the office is open.
  lacks_second_factor boolean not null default false
);
create index sessions_user on sessions (user_id);

create table email_tokens (
  token_hash text primary key,
  kind text not null check (kind in ('confirm', 'reset', 'setup', 'change')),
  user_id integer references users on delete cascade,
  studio_id integer references studios on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created timestamptz not null,
  -- The new address of an account, pending until its link is opened.
  email text,
  constraint email_tokens_change_check check ((kind = 'change') = (email is not null))
);
create index email_tokens_user on email_tokens (user_id);

create table second_factors (
  user_id integer primary key references users on delete cascade,
  secret text not null,
  -- Null until a first code has shown that the other device knows the secret.
  confirmed_at timestamptz,
  -- The step of the newest code that was used: neither it nor an older one opens anything again.
  last_step bigint not null default 0,
  created timestamptz not null
);

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in with a correct password that still needs the code.
create table sign_in_steps (
  token_hash text primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_steps_user on sign_in_steps (user_id);

-- What is agreed to and what is promised: terms, privacy, the competition code. Every version stays: somebody may have
-- agreed to it. A line that begins with '# ' is a heading, an empty line begins a new paragraph.
create table legal_texts (
  name text not null check (name in ('terms', 'privacy', 'competition_code')),
  version integer not null,
  text text not null,
  -- The day that the page names.
  since date not null,
  created timestamptz not null,
  created_by integer references users on delete set null,
  primary key (name, version)
);

-- Who agreed to which version for a registration, and when. Rows are only added.
create table agreements (
  id integer generated always as identity primary key,
  registration_id integer not null,
  name text not null,
  version integer not null,
  user_id integer references users on delete set null,
  agreed_at timestamptz not null,
  -- Given with an edit of a completed registration.
  editing boolean not null,
  foreign key (name, version) references legal_texts
);
create index agreements_registration on agreements (registration_id);

insert into legal_texts (name, version, text, since, created) values
('terms', 1,
'# Your account

Whoever signs up for a studio may speak for it. Keep your password to yourself: what is done with your account counts as done by you. Tell us at once if somebody else uses it.

# Registering

A registration is for the people and routines named in it, and counts once it is completed. Fees depend on the day on which you register; the bill shows every line of them before you pay. Places are limited, and a full city takes no one beyond its limit.

# Paying

Amounts are in US dollars. Deposits are non-refundable and non-transferable. A returned check costs $35; a card payment that is reversed costs 2.5% of it. An invoice that stays unpaid may be handed to collection, with penalties of up to 25% of it or as much as the state allows.

# What you upload

Photos, music and videos stay yours. You say that you may use them, and allow us to use them for the event you uploaded them for. Music is deleted after each city.

# At the event

Everybody who takes part needs a signed waiver, takes part at their own risk and follows the directions of staff. The rules of the event and the decisions of its judges apply. Photos and videos of the event may be used by the organizer.

# Law

These terms are governed by the law of the State of California.', '2018-08-25', '2018-08-25T12:00:00Z'),
('privacy', 1,
'# What we ask for

To register a studio or a dancer we ask for names, birthdates, addresses, e-mail addresses and phone numbers, and for what belongs to taking part: levels, routines, photos, music, waivers. We ask for nothing else.

# Children

We do not collect information from children under 13. Children have no accounts and enter nothing here. What we know of a young dancer – name, birthdate, level and routines – is entered by an adult: the studio, a parent or a guardian, who answers for being allowed to. It is used for the events the dancer is registered for, and for nothing else.

# Who sees it

Your studio sees its own dancers. The office that runs the event sees the registrations of its cities. Another studio sees nothing of yours. Links that you share show only what you share them for, and you can withdraw them.

# Payments

Card and bank numbers go straight to the payment provider and never reach us. We keep the last four digits and the expiration date, so that you recognise a card you saved, and let you remove it under My Account.

# Cookies

Two cookies keep you signed in for seven days: the key itself, and a note that there is one. There are no cookies for advertising, and nobody follows you through these pages.

# Your information

You can read and correct it under My Account and My Roster. My Account also gives you a copy of all of it, and deletes a person you entered, or your whole account. What was paid for stays in our books, without names. If you are the parent of a dancer your studio entered, ask the studio, or write to us through the contact link at the foot of every page.', '2018-08-25', '2018-08-25T12:00:00Z'),
('competition_code', 1,
'Music, costumes and movement suit a family audience. A routine competes as entered: its dancers, division and time. Decisions of the judges are final. Studios are answerable for the conduct of their dancers, teachers and families.', '2018-08-25', '2018-08-25T12:00:00Z');
