-- Takes a name out of a text, wherever it stands as words of its own.
create or replace function without_name(body text, name text) returns text language sql immutable as $$
  select regexp_replace(
    body, '(?<![[:alnum:]])' || regexp_replace(name, '([.*+?^${}()|\[\]\\])', '\\\1', 'g') || '(?![[:alnum:]])',
    'Deleted person', 'g')
$$;
