-- How somebody of a roster wants to be spoken of, as the account that has them says; null: nothing said.
alter table roster add column pronouns text;
