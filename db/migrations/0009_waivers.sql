-- Waivers: the texts, the requests, and the proof of each signature. docs/rules/waivers.md.

create sequence waiver_type_ids;
-- A kind of waiver and whom it is for; null: every event, every season. Its texts stand in waiver_texts.
create table waiver_types (
  id integer primary key default nextval('waiver_type_ids'),
  name text not null,
  version integer not null,
  event_id integer references events,
  season_id integer references seasons,
  active boolean not null default true
);

-- Every version of the text; none is ever changed, because somebody may have signed it.
create table waiver_texts (
  waiver_type_id integer not null references waiver_types,
  version integer not null,
  text text not null,
  created timestamptz not null,
  created_by integer references users on delete set null,
  primary key (waiver_type_id, version)
);

-- A waiver asked for: of whom, with which text, until when its link works, and, once signed, by whom, when and from where.
create table waiver_requests (
  id integer generated always as identity primary key,
  registration_id integer not null references registrations on delete cascade,
  person_id integer not null references persons,
  waiver_type_id integer not null,
  version integer not null,
  season_id integer not null references seasons,
  -- Only the hash: whoever reads this table must not be able to sign. Null: on paper.
  token_hash text unique,
  created timestamptz not null,
  expires_at timestamptz not null,
  -- To whom its link was mailed.
  mailed_to text,
  mailed_at timestamptz,
  -- What was filled in; null until then.
  is_self boolean,
  form jsonb,
  signer_name text,
  parent_relationship text,
  signed_at timestamptz,
  signed_ip text,
  user_agent text,
  -- The account that signed, where it was not by a link.
  signed_by integer references users on delete set null,
  -- Of the words, the form, the name, the moment and the address together.
  seal text,
  -- The office, for one on paper, and what it noted.
  recorded_by integer references users on delete set null,
  note text,
  removed_at timestamptz,
  foreign key (waiver_type_id, version) references waiver_texts
);
create index waiver_requests_registration on waiver_requests (registration_id);
create index waiver_requests_person on waiver_requests (person_id);

-- Who has signed which waiver for a season; the proof is the request.
create table waivers (
  id integer generated always as identity primary key,
  person_id integer not null references persons,
  waiver_type_id integer not null references waiver_types,
  season_id integer not null references seasons,
  signed_at timestamptz not null,
  request_id integer references waiver_requests on delete cascade,
  -- A signature counts for the account whose registration asked for it: another account that enters the same child and
  -- signs for it neither satisfies nor blocks the real one.
  user_id integer references users on delete cascade,
  constraint waiver_once_per_account unique (person_id, waiver_type_id, season_id, user_id)
);
create index waivers_request on waivers (request_id);
create index waivers_user on waivers (user_id);

insert into waiver_types (id, name, version) values (nextval('waiver_type_ids'), 'Participant waiver', 1);

insert into waiver_texts (waiver_type_id, version, text, created)
select id, 1,
'1. Taking part. I ask that the participant named above may take part in the workshops, competitions and other programs of this event. I know that dance is demanding and that injuries can happen even where everybody takes care. The participant is healthy enough to take part, and takes part at their own risk.

2. Release. As far as the law of the State of California allows, I release the organizer, its staff, its teachers, its judges and the venue from claims for injury, illness, loss or damage that come from taking part, except where they acted with gross negligence or intent.

3. Medical care. If the participant is hurt or ill and nobody who may decide can be reached in time, staff may call medical help, and I pay for it.

4. Conduct. The participant follows the directions of staff and the rules of the venue. Who endangers others can be sent home without a refund.

5. Photos and videos. The organizer takes photos and videos at the event and may use them to show and to announce its events.

6. Signing. My typed name counts as my signature. I am at least 18 years old and sign for myself, or I am a parent or legal guardian of the participant and may sign for them. I have read this page and understand it.',
now() from waiver_types;
