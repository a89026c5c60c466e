-- Erases one person; run `forget_mentions` first. Payments and results keep an anonymous participant, signed waivers
-- keep the signature without a name. Returns true when the row is deleted, false when an anonymous row remains because
-- a payment or a result references it. docs/privacy.md.
create or replace function forget_person(p integer) returns boolean language plpgsql as $$
declare
  erased boolean;
begin
  perform from persons where id = p for update;
  if not found then
    return true;
  end if;
  delete from contacts where person_id = p;
  delete from addresses where person_id = p;
  delete from waiver_requests where person_id = p and signed_at is null;
  update waiver_requests set form = null, signer_name = null, signed_ip = null, user_agent = null, mailed_to = null,
    note = null where person_id = p;
  delete from attendance_records where person_id = p;
  delete from scholarships s where s.person_id = p and s.used_registration_id is null
    and not exists (select 1 from attendees a where a.scholarship_id = s.id);
  update scholarships set note = '' where person_id = p;
  -- Released results keep the pick; its text names the person.
  update award_picks set blurb = '' where person_id = p;
  -- What the office corrected names the person.
  update audit_log l set before = null, after = null where l.entity = 'person' and l.entity_id = p::text;
  -- An unsubmitted edit does not retain a person: it contains the names and birthdates of all its people.
  delete from revisions v where v.record::jsonb -> 'attendees' ? p::text or v.base::jsonb -> 'attendees' ? p::text;
  delete from office_edits v where v.record::jsonb -> 'attendees' ? p::text or v.base::jsonb -> 'attendees' ? p::text;
  -- A deleted registration does not retain a person.
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
      gender_id = null, person_type_id = null, owner_user_id = null, former_names = '{}' where id = p;
    -- A person who was renamed may have several.
    update media_passes set identity_key = 'deleted:' || gen_random_uuid() where person_id = p;
    update audit_log l set before = null, after = null
      from waiver_requests w where w.person_id = p and l.entity = 'waiver' and l.entity_id = w.id::text;
    update attendees set jacket_name = null, best_dancer_photo = null, best_dancer_photo_original = null,
      student_id_url = null, reminder_email = null, access_code = null where person_id = p;
  end;
  return erased;
end $$;
