-- The field that the payer has to correct after a decline: a hosted field, or `token` for all of them.
alter table payment_attempts add column declined_field text;
