-- Accounts by the name of their person, from the index alone; it costs little beside the one that finds words of names.
create index persons_in_order on persons (lower(fname || ' ' || lname));
