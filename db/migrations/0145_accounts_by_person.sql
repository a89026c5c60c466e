-- The office finds accounts by the name of their person; forgetting a person asks whether an account is theirs.
create index users_person on users (person_id);
