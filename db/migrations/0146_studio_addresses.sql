-- A studio is found by its e-mail address: at sign-up by the whole of it, in the office by how it begins.
create index contacts_studio_email on contacts (lower(value) text_pattern_ops) where studio_id is not null;
