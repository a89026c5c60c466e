-- Deletes an account after its people are erased. Returns true when the row is deleted, false when an anonymous row
-- remains because registrations reference it. docs/privacy.md.
create or replace function forget_user(u integer) returns boolean language plpgsql as $$
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
  delete from saved_views where user_id = u;
  delete from saved_exports where user_id = u;
  delete from group_mail_recipients where user_id = u;
  delete from unsubscriptions where email = lower(mail);
  delete from rate_limits where position(' ' || lower(mail) || ' ' in key || ' ') > 0;
  update registrations set review_email = null, ancillary_person = null, left_off_details = null where user_id = u;
  -- The office's messages go as its mails do.
  update registration_changes c set message = '' from registrations g where g.user_id = u and g.id = c.registration_id;
  -- What the account wrote goes; its ratings stay without anybody.
  update survey_answers a set feedback = '', value = case jsonb_typeof(a.value) when 'string' then null else a.value end
    from registrations g where g.user_id = u and g.id = a.registration_id;
  delete from entry_requests w using registration_routines q, registrations g
    where q.id = w.registration_routine_id and g.id = q.registration_id and g.user_id = u;
  update snapshots s set body = jsonb_set(s.body, '{registrant}', '{"name": "Deleted person", "email": ""}')
    from registrations g where g.user_id = u and g.id = s.registration_id;
  delete from contacts where entered_by = u;
  delete from addresses where entered_by = u;
  -- People entered by the account lose their owner: no other account inherits the right to edit them.
  update persons set owner_user_id = null where owner_user_id = u;
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
