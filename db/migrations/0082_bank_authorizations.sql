-- What somebody authorized when a bank account was debited: the very text, who, when and from where. Kept at least two
-- years; neither changed nor deleted before.
create table bank_authorizations (
  id integer generated always as identity primary key,
  attempt_id integer not null unique references payment_attempts,
  registration_id integer not null references registrations,
  user_id integer not null references users,
  version text not null,
  text text not null,
  amount integer not null check (amount > 0),
  name text not null,
  account_type text not null check (account_type in ('checking', 'savings')),
  holder_type text not null check (holder_type in ('personal', 'business')),
  last_four text not null,
  -- Also for later payments that are confirmed one by one.
  standing boolean not null,
  address text not null,
  user_agent text not null,
  request_id text not null,
  authorized_at timestamptz not null
);
create index bank_authorizations_registration on bank_authorizations (registration_id, id desc);

create function keep_bank_authorization() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.authorized_at < now() - interval '2 years' then
    return old;
  end if;
  raise exception 'a bank authorization stays as it was given';
end $$;
create trigger bank_authorizations_stay before update or delete on bank_authorizations
  for each row execute function keep_bank_authorization();

-- Whose account it is and of which kind, to say it again when a saved one is used.
alter table payment_attempts add column bank_account jsonb;
alter table payment_profiles add column bank_account jsonb;
