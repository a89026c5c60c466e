-- A new address of an account is pending until the link mailed to it is followed: until then the account keeps the old one.
alter table email_tokens
  add column email text,
  drop constraint email_tokens_kind_check,
  add constraint email_tokens_kind_check check (kind in ('confirm', 'reset', 'setup', 'change')),
  add constraint email_tokens_change_check check ((kind = 'change') = (email is not null));
create index email_tokens_user on email_tokens (user_id);
