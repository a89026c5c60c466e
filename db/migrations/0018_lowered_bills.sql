-- A refund whose amount the registrant need not pay again: the bill is lowered when the refund is recorded.
alter table payment_attempts add column lowers_bill boolean not null default false;
