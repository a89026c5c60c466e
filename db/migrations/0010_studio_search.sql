-- Studios are found by any part of their name while it is typed.

create extension if not exists pg_trgm;
create index studios_name_parts on studios using gin (lower(name) gin_trgm_ops);
