-- Returns a name as it is escaped inside a JSON string.
create or replace function json_inside(name text) returns text language sql immutable as $$
  select substr(quoted, 2, length(quoted) - 2) from (select to_jsonb(name)::text as quoted) q
$$;
