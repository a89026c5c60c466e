-- Accounts of the office: who is invited, who ended, and when somebody signed in last.

-- Invitations that wait for an answer. One that is accepted or withdrawn leaves; the audit log keeps what happened.
create table invitations (
  id integer generated always as identity primary key,
  email text not null,
  fname text not null,
  lname text not null,
  role text not null check (role in ('office', 'admin')),
  -- The link itself is never stored: whoever reads this table must not be able to accept it.
  token_hash text not null unique,
  expires_at timestamptz not null,
  created timestamptz not null,
  created_by integer references users on delete set null,
  -- When the link was mailed last.
  mailed_at timestamptz not null
);
create unique index invitations_email on invitations (lower(email));

alter table users
  add column last_sign_in timestamptz,
  -- Set once the office ended the account: it opens no session until its owner is invited again.
  add column ended_at timestamptz;

update users u set last_sign_in = s.created
from (select user_id, max(created) as created from sessions group by user_id) s
where s.user_id = u.id;
