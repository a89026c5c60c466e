-- Money that goes back: which payment a row takes back, what a card's reversal is charged, and one open refund at a time.
alter table payments add column of_payment_id integer references payments;
create index payments_of_payment on payments (of_payment_id) where of_payment_id is not null;

alter table payment_attempts add column note text not null default '';
alter table payment_attempts add column fee integer not null default 0 check (fee >= 0);
create unique index one_open_refund on payment_attempts (of_attempt_id)
  where kind in ('void', 'refund') and state in ('submitting', 'unknown');
create index payment_attempts_of on payment_attempts (of_attempt_id) where of_attempt_id is not null;
