-- A registration that came to nothing: no money, not completed, thrown away or its event over. Gives its places back.
create or replace function forget_empty_registrations(of_user integer, today date) returns void language plpgsql as $$
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
