-- Waivers: what is signed, in which words, and the proof of each signature. docs/rules/waivers.md.

-- A kind of waiver, and whom it is for: null is every event, every season. Its words stand in waiver_texts.
create sequence waiver_type_ids;
alter table waiver_types
  alter column id set default nextval('waiver_type_ids'),
  add column event_id integer references events,
  add column season_id integer references seasons,
  add column active boolean not null default true,
  drop column text;

-- Every version of the words; none is ever changed, because somebody may have signed it.
create table waiver_texts (
  waiver_type_id integer not null references waiver_types,
  version integer not null,
  text text not null,
  created timestamptz not null,
  created_by integer references users on delete set null,
  primary key (waiver_type_id, version)
);

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

-- A waiver asked for: with whom, in which words, until when its link works, and, once it is signed, by whom, when, from where.
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

-- Who has signed what for a season; the proof is the request.
alter table waivers add column request_id integer references waiver_requests on delete cascade;
create index waivers_request on waivers (request_id);

-- Which kinds of waiver somebody at this event and season needs.
create function waivers_needed(of_event integer, of_season integer) returns table (waiver_type_id integer)
language sql stable as $$
  select id from waiver_types
  where active and (event_id is null or event_id = of_event) and (season_id is null or season_id = of_season)
$$;

-- One person, and now also what was filled in to sign for them. That it was signed stays, without names. True: gone
-- altogether. False: what money or a result needs stays, without any of theirs.
create or replace function forget_person(p integer) returns boolean language plpgsql as $$
declare
  name text;
  address integer;
  erased boolean;
begin
  select fname || ' ' || lname, address_id into name, address from persons where id = p for update;
  if not found then
    return true;
  end if;
  delete from contacts where person_id = p;
  delete from waiver_requests where person_id = p and signed_at is null;
  update waiver_requests set form = null, signer_name = null, signed_ip = null, user_agent = null, mailed_to = null,
    note = null where person_id = p;
  delete from mails m using attendees a
    where a.person_id = p and m.registration_id = a.registration_id and m.template = 'waiver_request'
    and position(name in m.text) > 0;
  -- An edit that nobody submitted keeps nobody: it has the names and birthdates of all its people.
  delete from revisions v where v.record::jsonb -> 'attendees' ? p::text or v.base::jsonb -> 'attendees' ? p::text;
  -- A registration that was thrown away keeps nobody.
  delete from routine_attendees ra using registrations g
    where ra.person_id = p and g.id = ra.registration_id and g.deleted and not g.completed;
  delete from attendees a using registrations g
    where a.person_id = p and g.id = a.registration_id and g.deleted and not g.completed;
  begin
    delete from persons where id = p;
    erased := true;
  exception when foreign_key_violation then
    erased := false;
    update persons set fname = 'Deleted', lname = 'person', name_key = 'deletedperson', birthdate = null,
      gender_id = null, person_type_id = null, address_id = null where id = p;
    update media_passes set identity_key = 'deleted:' || p where person_id = p;
    update snapshots s set body = without_name(s.body::text, json_inside(name))::jsonb
      from attendees a where a.person_id = p and a.registration_id = s.registration_id;
    update price_lines l set line = without_name(l.line::text, json_inside(name))::jsonb
      from attendees a where a.person_id = p and a.registration_id = l.registration_id;
    update audit_log l set before = without_name(l.before::text, json_inside(name))::jsonb,
        after = without_name(l.after::text, json_inside(name))::jsonb
      from attendees a where a.person_id = p and l.entity = 'registration' and l.entity_id = a.registration_id::text;
    update audit_log l set before = null, after = null
      from waiver_requests w where w.person_id = p and l.entity = 'waiver' and l.entity_id = w.id::text;
    delete from mails m using attendees a
      where a.person_id = p and m.registration_id = a.registration_id and m.state = 'sent';
    update attendees set jacket_name = null, best_dancer_photo = null, best_dancer_photo_original = null,
      student_id_url = null, reminder_email = null, access_code = null where person_id = p;
  end;
  if address is not null and not exists (select 1 from persons where address_id = address) then
    begin
      delete from addresses where id = address;
    exception when foreign_key_violation then
      null;
    end;
  end if;
  return erased;
end $$;
