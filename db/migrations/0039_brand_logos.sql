-- The logo of a brand in the file store; null: none. The view of a mail's brand gets it too.
alter table events add column logo_key text;

create or replace view registration_mail_brands as
select r.id as registration_id, e.name, e.color, e.mail_from_name, e.mail_from_address, e.mail_footer, e.logo_key
from registrations r join tour_dates t on t.id = r.tour_date_id join events e on e.id = t.event_id;
