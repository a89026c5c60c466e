-- A version waits for a time, or until the awards of a block are done: then `embargo_until` is set. A block that a version
-- waits for is not deleted: `release_has_embargo` refuses it.
alter table result_versions
  alter column embargo_until drop not null,
  add column embargo_block_id integer constraint release_waits_for_block
    references competition_blocks on delete set null,
  add constraint release_has_embargo check (embargo_until is not null or embargo_block_id is not null);
create index result_versions_block on result_versions (embargo_block_id) where embargo_block_id is not null;

-- Two people who change an award at once are told.
alter table award_definitions add column version integer not null default 1;
