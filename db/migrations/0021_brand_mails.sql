-- How mails about an event's registrations look and who sends them. Null: the sender of the installation.
alter table events
  add column mail_from_name text,
  add column mail_from_address text,
  add column mail_footer text;
alter table mails
  add column sender_name text,
  add column sender_address text;

-- The brand of a mail about a registration.
create view registration_mail_brands as
select r.id as registration_id, e.name, e.color, e.mail_from_name, e.mail_from_address, e.mail_footer
from registrations r join tour_dates t on t.id = r.tour_date_id join events e on e.id = t.event_id;
