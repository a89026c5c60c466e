-- The survey after an event: questions by version, the classes of a city that are rated, answers.
create table survey_versions (
  version integer generated always as identity primary key,
  season_id integer not null references seasons,
  -- Null: for every event of the season without a version of its own.
  event_id integer references events,
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  created timestamptz not null default now()
);
create unique index one_open_survey on survey_versions (season_id, coalesce(event_id, 0)) where state = 'open';

create table survey_questions (
  id integer generated always as identity primary key,
  version integer not null references survey_versions on delete cascade,
  survey_question_group_id smallint not null check (survey_question_group_id between 1 and 8),
  position integer not null,
  question text not null check (question <> ''),
  survey_question_type text not null check (survey_question_type in ('rating', 'text', 'judge_list', 'workshop_list')),
  required boolean not null default true,
  not_applicable text check (not_applicable <> ''),
  feedback boolean not null default false
);
create index survey_questions_version on survey_questions (version, survey_question_group_id, position);

create table survey_answers (
  registration_id integer not null references registrations on delete cascade,
  survey_question_id integer not null references survey_questions,
  -- A rating, a text, or [{id, rating}] of a list; null: not answered.
  value jsonb,
  not_applicable boolean not null default false,
  feedback text not null default '',
  updated timestamptz not null,
  primary key (registration_id, survey_question_id)
);
create index survey_answers_question on survey_answers (survey_question_id);

-- Labels of the ratings 1 to 5 at an event; no row: the product's. Empty: none.
create table survey_labels (
  event_id integer primary key references events,
  labels text[] not null check (cardinality(labels) in (0, 5))
);
insert into survey_labels (event_id, labels)
  select e.id, l.labels::text[] from events e join (values
    (7, '{Bronze,Silver,Gold,High-Gold,Spotlight}'), (8, '{Bronze,Silver,Gold,High-Gold,Luminary}'),
    (18, '{Bronze,Silver,Gold,High-Gold,Full Voltage}'), (28, '{}'), (14, '{}'), (47, '{}')
  ) as l (id, labels) on l.id = e.id;

create table workshop_classes (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates,
  name text not null check (name <> ''),
  level_ids integer[] not null default '{}',
  position integer not null
);
create index workshop_classes_tour_date on workshop_classes (tour_date_id, position);

-- A promo code that only the accounts it was granted to may use, such as the reward of a survey.
alter table promo_codes add column granted_only boolean not null default false;
create table promo_grants (
  promo_code_id integer not null references promo_codes on delete cascade,
  user_id integer not null references users on delete cascade,
  granted_at timestamptz not null,
  primary key (promo_code_id, user_id)
);
create index promo_grants_user on promo_grants (user_id);

-- The survey of a registration is submitted once, and earns a promo code.
create table survey_submissions (
  registration_id integer primary key references registrations on delete cascade,
  promo_code_id integer not null references promo_codes,
  submitted_at timestamptz not null
);
create index survey_submissions_promo_code on survey_submissions (promo_code_id);
