-- What a person in the office has to look at: money that came late, twice, or against what was known.
create table payment_exceptions (
  id integer generated always as identity primary key,
  registration_id integer references registrations,
  attempt_id integer references payment_attempts,
  kind text not null,
  detail text not null,
  created timestamptz not null,
  resolved_at timestamptz,
  resolved_by integer references users
);
create index payment_exceptions_open on payment_exceptions (created) where resolved_at is null;

alter table payment_profiles add column initial_attempt_id integer references payment_attempts;
alter table payment_attempts add column expiration_date text;
create index payment_attempts_key on payment_attempts (user_id, idempotency_key);
