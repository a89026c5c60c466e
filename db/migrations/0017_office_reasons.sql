-- Why the office moved money, for the office alone. The note beside it is the message that the studio reads.
alter table payments add column office_reason text not null default '';
alter table payment_attempts add column office_reason text not null default '';
