-- A payment of what an edit adds: when it is decided, the edit is submitted or the places it took are given back.
alter table payment_attempts add column for_edit boolean not null default false;
