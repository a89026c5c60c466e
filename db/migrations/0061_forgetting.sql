-- Deleting people and accounts. Money and results keep that somebody took part, never who it was. docs/privacy.md.

-- Takes a name out of a text, wherever it stands as words of its own.
create function without_name(body text, name text) returns text language sql immutable as $$
  select regexp_replace(
    body, '(?<![[:alnum:]])' || regexp_replace(name, '([.*+?^${}()|\[\]\\])', '\\\1', 'g') || '(?![[:alnum:]])',
    'Deleted person', 'g')
$$;

-- A name as it stands within JSON text.
create function json_inside(name text) returns text language sql immutable as $$
  select substr(quoted, 2, length(quoted) - 2) from (select to_jsonb(name)::text as quoted) q
$$;

-- A registration that came to nothing: no money, not completed, thrown away or its event over. Gives its places back.
create function forget_empty_registrations(of_user integer, today date) returns void language plpgsql as $$
declare
  r integer;
begin
  for r in
    select g.id from registrations g join tour_dates t on t.id = g.tour_date_id
    where g.user_id = of_user and not g.completed and (g.deleted or t.end_date < today)
      and not exists (select 1 from payments p where p.registration_id = g.id)
      and not exists (select 1 from payment_attempts p where p.registration_id = g.id)
      and not exists (select 1 from ledger l where l.registration_id = g.id)
  loop
    begin
      with gone as (
        delete from place_claims where registration_id = r returning tour_date_id, key, n
      ), freed as (
        select tour_date_id, key, sum(n) as n from gone group by tour_date_id, key
      )
      update capacity c set taken = c.taken - f.n from freed f where c.tour_date_id = f.tour_date_id and c.key = f.key;
      delete from routine_attendees where registration_id = r;
      delete from registrations where id = r;
    exception when foreign_key_violation then
      -- Something else still speaks of it: it stays, its people without their names.
      null;
    end;
  end loop;
end $$;

-- One person. True: gone altogether. False: what money or a result needs stays, without any of theirs.
create function forget_person(p integer) returns boolean language plpgsql as $$
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

-- An account whose people are forgotten already. True: gone altogether. False: its registrations keep its number.
create function forget_user(u integer) returns boolean language plpgsql as $$
declare
  studio integer;
  was_studio boolean;
  mail text;
begin
  select studio_id, studio_account, email into studio, was_studio, mail from users where id = u for update;
  delete from sessions where user_id = u;
  delete from sign_in_steps where user_id = u;
  delete from second_factors where user_id = u;
  delete from recovery_codes where user_id = u;
  delete from email_tokens where user_id = u;
  delete from payment_profiles where user_id = u;
  delete from idempotency_keys where user_id = u;
  delete from mails where user_id = u or lower("to") = lower(mail);
  delete from rate_limits where position(' ' || lower(mail) || ' ' in key || ' ') > 0;
  update registrations set review_email = null, ancillary_person = null, left_off_details = null where user_id = u;
  update snapshots s set body = jsonb_set(s.body, '{registrant}', '{"name": "Deleted person", "email": ""}')
    from registrations g where g.user_id = u and g.id = s.registration_id;
  delete from routines t where t.user_id = u
    and not exists (select 1 from registration_routines q where q.routine_id = t.id);
  if was_studio and studio is not null and not exists (select 1 from users where studio_id = studio and id <> u) then
    -- The business stays where registrations name it; the people who spoke for it do not.
    delete from studio_contacts where studio_id = studio;
    delete from contacts where studio_id = studio;
    update studios set claimed = false, primary_user_id = null where id = studio;
  else
    update studios set primary_user_id = (select min(id) from users where studio_id = studio and id <> u)
      where primary_user_id = u;
  end if;
  begin
    delete from users where id = u;
  exception when foreign_key_violation then
    update users set email = 'deleted-' || u || '@deleted.invalid', password_hash = null, confirmed = false,
      studio_account = false, studio_id = null, previous_studio_id = null, exempt = false, hints = '{}' where id = u;
    return false;
  end;
  if was_studio and studio is not null then
    begin
      delete from studios where id = studio;
    exception when foreign_key_violation then
      null;
    end;
  end if;
  return true;
end $$;
