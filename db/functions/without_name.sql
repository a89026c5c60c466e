-- Removes a name from a text wherever it occurs as whole words.
create or replace function without_name(body text, name text) returns text language sql immutable as $$
  select regexp_replace(
    body, '(?<![[:alnum:]])' || regexp_replace(name, '([.*+?^${}()|\[\]\\])', '\\\1', 'g') || '(?![[:alnum:]])',
    'Deleted person', 'g')
$$;
