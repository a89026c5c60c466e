-- Removes a person's current and former names from an account's stored registrations: confirmations, price lines,
-- office notes and the audit log, even where the person has since been removed from the registration. Registrations
-- that contain only a namesake stay unchanged. Deletes mails that name the person and messages about the person's
-- registrations. docs/privacy.md.
create or replace function forget_mentions(of_user integer, of_person integer) returns void language plpgsql as $$
declare
  all_names text[];
  full_name text;
  quoted text;
  mentioned integer[];
begin
  select array_append(p.former_names, p.fname || ' ' || p.lname) into all_names from persons p where p.id = of_person;
  if not found then
    return;
  end if;
  foreach full_name in array all_names loop
    quoted := json_inside(full_name);
    select coalesce(array_agg(g.id), '{}') into mentioned from registrations g
    where g.user_id = of_user and (
      exists (select 1 from attendees a where a.registration_id = g.id and a.person_id = of_person)
      or not exists (select 1 from attendees a join persons o on o.id = a.person_id
        where a.registration_id = g.id and o.fname || ' ' || o.lname = full_name));

    update snapshots s set body = without_name(s.body::text, quoted)::jsonb
      where s.registration_id = any(mentioned) and position(quoted in s.body::text) > 0;
    update price_lines l set line = without_name(l.line::text, quoted)::jsonb
      where l.registration_id = any(mentioned) and position(quoted in l.line::text) > 0;
    update registration_changes c set effect = without_name(c.effect::text, quoted)::jsonb,
        message = without_name(c.message, full_name)
      where c.registration_id = any(mentioned)
        and (position(quoted in c.effect::text) > 0 or position(full_name in c.message) > 0);
    update registrations g set notes = without_name(g.notes, full_name)
      where g.id = any(mentioned) and position(full_name in g.notes) > 0;
    update audit_log l set before = without_name(l.before::text, quoted)::jsonb,
        after = without_name(l.after::text, quoted)::jsonb
      where l.entity = 'registration' and l.entity_id = any(mentioned::text[])
        and (position(quoted in l.before::text) > 0 or position(quoted in l.after::text) > 0);
    update running_order_entries n set override_reason = without_name(n.override_reason, full_name)
      from registration_routines q, registrations g, registrations h
      where q.id = n.registration_routine_id and h.id = q.registration_id and g.tour_date_id = h.tour_date_id
        and g.id = any(mentioned) and position(full_name in n.override_reason) > 0;
    update entry_requests w set text = without_name(w.text, full_name),
        answer = without_name(w.answer, full_name)
      from registration_routines q, registrations g, registrations h
      where q.id = w.registration_routine_id and h.id = q.registration_id and g.tour_date_id = h.tour_date_id
        and g.id = any(mentioned) and position(full_name in w.text || w.answer) > 0;
    update audit_log l set before = without_name(l.before::text, quoted)::jsonb,
        after = without_name(l.after::text, quoted)::jsonb
      where l.entity = 'running_order' and (position(quoted in l.before::text) > 0 or position(quoted in l.after::text) > 0)
        and l.entity_id in (select g.tour_date_id::text from registrations g where g.id = any(mentioned));
    update critique_texts c set critique = without_name(c.critique, full_name), note = without_name(c.note, full_name)
      from score_sheets x join registration_routines q on q.id = x.registration_routine_id
      where x.client_id = c.client_id and q.registration_id = any(mentioned)
        and position(full_name in c.critique || c.note) > 0;
    update audit_log l set before = without_name(l.before::text, quoted)::jsonb,
        after = without_name(l.after::text, quoted)::jsonb
      where l.action = 'change critique'
        and l.entity_id in (select q.id::text from registration_routines q where q.registration_id = any(mentioned))
        and (position(quoted in l.before::text) > 0 or position(quoted in l.after::text) > 0);
    update media_objects m set name = without_name(m.name, full_name),
        withheld_reason = without_name(m.withheld_reason, full_name)
      from registrations g where g.tour_date_id = m.tour_date_id and g.id = any(mentioned)
        and position(full_name in m.name || coalesce(m.withheld_reason, '')) > 0;
    update audit_log l set before = without_name(l.before::text, quoted)::jsonb,
        after = without_name(l.after::text, quoted)::jsonb
      where l.entity = 'media' and (position(quoted in l.before::text) > 0 or position(quoted in l.after::text) > 0)
        and l.entity_id in (select m.id::text from media_objects m
          join registrations g on g.tour_date_id = m.tour_date_id where g.id = any(mentioned));
    update award_picks k set blurb = without_name(k.blurb, full_name)
      from registrations g where g.tour_date_id = k.tour_date_id and g.id = any(mentioned)
        and position(full_name in k.blurb) > 0;
    update audit_log l set before = without_name(l.before::text, quoted)::jsonb,
        after = without_name(l.after::text, quoted)::jsonb
      where l.entity = 'results' and (position(quoted in l.before::text) > 0 or position(quoted in l.after::text) > 0)
        and l.entity_id in (select g.tour_date_id::text from registrations g where g.id = any(mentioned));
    update audit_log l set before = without_name(l.before::text, quoted)::jsonb,
        after = without_name(l.after::text, quoted)::jsonb
      where l.entity = 'judging' and (position(quoted in l.before::text) > 0 or position(quoted in l.after::text) > 0)
        and l.entity_id in (select g.tour_date_id::text from registrations g where g.id = any(mentioned));
    update score_sheets x set critique = without_name(x.critique, full_name), note = without_name(x.note, full_name),
        reason = without_name(x.reason, full_name), abstained = without_name(x.abstained, full_name)
      from registration_routines q, registrations g, registrations h
      where q.id = x.registration_routine_id and h.id = q.registration_id and g.tour_date_id = h.tour_date_id
        and g.id = any(mentioned)
        and position(full_name in x.critique || x.note || x.reason || coalesce(x.abstained, '')) > 0;
    update sheet_reopenings o set reason = without_name(o.reason, full_name)
      from registration_routines q, registrations g, registrations h
      where q.id = o.registration_routine_id and h.id = q.registration_id and g.tour_date_id = h.tour_date_id
        and g.id = any(mentioned) and position(full_name in o.reason) > 0;
    update deductions d set reason = without_name(d.reason, full_name)
      from registration_routines q, registrations g, registrations h
      where q.id = d.registration_routine_id and h.id = q.registration_id and g.tour_date_id = h.tour_date_id
        and g.id = any(mentioned) and position(full_name in d.reason) > 0;
    update audition_sheets x set abstained = without_name(x.abstained, full_name)
      from attendees a, registrations g, registrations h
      where a.id = x.attendee_id and h.id = a.registration_id and g.tour_date_id = h.tour_date_id
        and g.id = any(mentioned) and position(full_name in x.abstained) > 0;
    update recusals c set reason = without_name(c.reason, full_name)
      from registrations g, registrations h
      where h.id = c.registration_id and g.tour_date_id = h.tour_date_id
        and g.id = any(mentioned) and position(full_name in c.reason) > 0;
    update survey_answers a set value = without_name(a.value::text, quoted)::jsonb,
        feedback = without_name(a.feedback, full_name)
      where a.registration_id = any(mentioned)
        and (position(quoted in a.value::text) > 0 or position(full_name in a.feedback) > 0);
    delete from mails m where m.registration_id = any(mentioned) and position(full_name in m.text) > 0;
  end loop;
  delete from mails m using attendees a, registrations g
    where a.person_id = of_person and g.id = a.registration_id and g.user_id = of_user
      and m.registration_id = g.id and m.state = 'sent';
end $$;
