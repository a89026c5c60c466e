-- Development only: the offset of the product's clock from the machine's.

create table dev_clock (
  one boolean primary key default true check (one),
  offset_ms bigint not null
);
