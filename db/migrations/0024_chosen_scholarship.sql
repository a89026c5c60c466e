-- Which of their scholarships somebody uses here: it cannot be used in another registration meanwhile.
alter table attendees add column scholarship_id integer references scholarships;
create index attendees_scholarship on attendees (scholarship_id) where scholarship_id is not null;
