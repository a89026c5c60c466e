-- A signature counts for the account whose registration asked for it: whoever enters the same child elsewhere and signs
-- for it neither satisfies nor blocks the real one. docs/rules/waivers.md.
alter table waivers add column user_id integer references users on delete cascade;
update waivers w set user_id = r.user_id
  from waiver_requests q join registrations r on r.id = q.registration_id where q.id = w.request_id;
alter table waivers
  drop constraint waivers_person_id_waiver_type_id_season_id_key,
  add constraint waiver_once_per_account unique (person_id, waiver_type_id, season_id, user_id);
create index waivers_user on waivers (user_id);
