-- The name by which the office's list puts registrations in order: the studio's, without one the account's person. It is
-- kept here so that a page of the list is read from an index however many there are. Triggers write it, so it is kept
-- while processes of the version before still run.

alter table registrations add column sort_name text not null default '';

create function keep_sort_name() returns trigger language plpgsql as $$
begin
  -- The share lock waits for a rename that is not committed yet; without it the old name would stay.
  if new.studio_id is not null then
    select lower(s.name) into new.sort_name from studios s where s.id = new.studio_id for share;
  else
    select lower(p.lname || ' ' || p.fname) into new.sort_name
      from users u join persons p on p.id = u.person_id where u.id = new.user_id for share of p;
  end if;
  new.sort_name := coalesce(new.sort_name, '');
  return new;
end $$;

create trigger keep_sort_name before insert or update of studio_id, user_id on registrations
  for each row execute function keep_sort_name();

-- Registrations are locked by their ids in order, as everywhere.
create function rename_studio_registrations() returns trigger language plpgsql as $$
begin
  perform 1 from registrations r where r.studio_id = new.id order by r.id for no key update;
  update registrations r set sort_name = lower(new.name) where r.studio_id = new.id;
  return null;
end $$;

create trigger rename_registrations after update of name on studios
  for each row when (new.name <> old.name) execute function rename_studio_registrations();

create function rename_person_registrations() returns trigger language plpgsql as $$
begin
  perform 1 from registrations r join users u on u.id = r.user_id
    where u.person_id = new.id and r.studio_id is null order by r.id for no key update of r;
  update registrations r set sort_name = lower(new.lname || ' ' || new.fname) from users u
    where u.id = r.user_id and u.person_id = new.id and r.studio_id is null;
  return null;
end $$;

create trigger rename_registrations after update of fname, lname on persons
  for each row when (new.fname <> old.fname or new.lname <> old.lname) execute function rename_person_registrations();

create function refresh_account_registrations() returns trigger language plpgsql as $$
begin
  perform 1 from registrations r where r.user_id = new.id order by r.id for no key update;
  -- The trigger of registrations reads the name of the new person.
  update registrations r set user_id = r.user_id where r.user_id = new.id;
  return null;
end $$;

create trigger refresh_registrations after update of person_id on users
  for each row when (new.person_id <> old.person_id) execute function refresh_account_registrations();

update registrations r set sort_name = coalesce(
  lower(coalesce(
    (select s.name from studios s where s.id = r.studio_id),
    (select p.lname || ' ' || p.fname from users u join persons p on p.id = u.person_id where u.id = r.user_id))),
  '');

create index registrations_by_sort_name on registrations (sort_name, id) where not deleted;
