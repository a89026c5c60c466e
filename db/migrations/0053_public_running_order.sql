-- Who may read a city's published order without an account, and whether they read the names of dancers. The token is in
-- the address of the public page; it stays when the page is turned off, so that a printed link works again.
alter table running_orders
  add column is_public boolean not null default false,
  add column shows_dancers boolean not null default false,
  add column public_token text constraint public_order_token unique;
