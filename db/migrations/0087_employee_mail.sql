-- Who reads the mails to employees about a city's payments. None named: the event's support address.
alter table tour_dates
  add column employee_emails text[] not null default '{}';
