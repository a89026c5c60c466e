-- Studios and accounts as the office reads them: by name, or those with an account together, from the index alone.
create index studios_in_order on studios (lower(name), id);
create index studios_by_claimed on studios (claimed, id);
