-- Who owns a person, and who entered how to reach them. docs/decisions/0006-a-person-has-one-owner.md.

-- The account that made the entry: it alone renames, corrects and completes it. Null: an account that is gone.
alter table persons add column owner_user_id integer references users on delete set null;
create index persons_owner on persons (owner_user_id);

-- An account owns its own person; of the others, the roster row that was made together with the person.
update persons p set owner_user_id = coalesce(
  (select min(u.id) from users u where u.person_id = p.id),
  (select r.user_id from roster r where r.person_id = p.id and r.created = p.created order by r.id limit 1));

-- The only account that reads it.
alter table contacts add column entered_by integer references users on delete cascade;
update contacts c set entered_by = p.owner_user_id from persons p where p.id = c.person_id;
-- Nobody can tell who entered these, so nobody may read them.
delete from contacts where person_id is not null and entered_by is null;
alter table contacts add constraint contact_of_person_has_account
  check ((person_id is null) = (entered_by is null));
drop index contacts_person;
create index contacts_person on contacts (person_id, entered_by);
create index contacts_entered_by on contacts (entered_by);

-- A person's address, or a parent's, as one account entered it; without a person: a studio's.
alter table addresses
  add column person_id integer references persons on delete cascade,
  add column entered_by integer references users on delete cascade,
  add column is_parent boolean not null default false;
update addresses a set person_id = p.id, entered_by = p.owner_user_id from persons p where p.address_id = a.id;
update addresses a set person_id = r.person_id, entered_by = r.user_id, is_parent = true
  from roster r where r.parent_address_id = a.id;
alter table persons drop column address_id;
alter table roster drop column parent_address_id;
-- What was left behind, and what nobody can tell who entered.
delete from addresses a where (a.person_id is null) <> (a.entered_by is null)
  or (a.person_id is null and not exists (select 1 from studios s where s.address_id = a.id));
alter table addresses add constraint address_of_person_has_account
  check ((person_id is null) = (entered_by is null));
create unique index addresses_person on addresses (person_id, entered_by, is_parent);
create index addresses_entered_by on addresses (entered_by);
