-- What had been given when a limit came to lie below it: keeping it is no fault, selling beyond it is. COMP-083.
alter table capacity add column granted integer not null default 0 check (granted >= 0);
