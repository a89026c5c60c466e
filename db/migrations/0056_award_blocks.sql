-- The block in which an award is announced, for each city: an award of every city has one in each. The column of
-- award_definitions is still written for the version before this one, and goes a release later.
create table award_blocks (
  award_definition_id integer not null references award_definitions on delete cascade,
  tour_date_id integer not null references tour_dates on delete cascade,
  block_id integer not null references competition_blocks on delete cascade,
  primary key (award_definition_id, tour_date_id)
);
create index award_blocks_block on award_blocks (block_id);
create index award_blocks_tour_date on award_blocks (tour_date_id);

insert into award_blocks (award_definition_id, tour_date_id, block_id)
  select d.id, b.tour_date_id, b.id from award_definitions d join competition_blocks b on b.id = d.block_id;
