-- A judge's tablet leaves entries of its own: its seat did it, and no account.
alter table audit_log alter column actor_user_id drop not null;
alter table audit_log add column actor_seat_id integer references judge_seats;
alter table audit_log add constraint audit_has_an_actor check (num_nonnulls(actor_user_id, actor_seat_id) = 1);
