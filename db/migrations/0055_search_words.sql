-- The words of a name as a search finds them: without accents and case, and a name with an apostrophe also as one word
-- (domain/src/kernel/fold-text.ts folds the words of the search in the same way). persons_words, studios_words and
-- routines_words, which the version before this one reads, go a release later.
create function search_words(name text) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  folded text := lower(
    translate(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđı', 'OoLlDdi')
    collate "und-x-icu");
  joined text := regexp_replace(folded, '[''`\u02b9-\u02bc\u2018\u2019]', '', 'g');
  marks constant text := '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u02b9-\u02bc\u2000-\u206f]+';
begin
  return to_tsvector('simple',
    regexp_replace(case when joined = folded then folded else folded || ' ' || joined end, marks, ' ', 'g'));
end $$;

create index persons_search on persons using gin (search_words(fname || ' ' || lname));
create index studios_search on studios using gin (search_words(name));
create index routines_search on routines using gin (search_words(name));
