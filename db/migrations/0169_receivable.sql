-- What a completed registration owes by its ledger, in cents, kept by whoever posts to it: lists of a whole season are
-- found and sorted by it. It changes with the ledger alone, and the index holds none that is not completed, so that
-- saving a registration on its way writes no index for it.
alter table registrations add column receivable integer not null default 0;
update registrations r set receivable = l.sum
  from (select registration_id, sum(amount) as sum from ledger where account = 'receivable' group by 1) l
  where l.registration_id = r.id and l.sum <> 0;
create index registrations_receivable on registrations (receivable, id) where completed and not deleted;
