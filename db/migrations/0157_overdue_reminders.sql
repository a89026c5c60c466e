-- Who missed the day is reminded once more before the event begins.
alter table payment_reminders drop constraint payment_reminders_kind_check;
alter table payment_reminders add constraint payment_reminders_kind_check check (kind in ('before', 'due', 'overdue'));
