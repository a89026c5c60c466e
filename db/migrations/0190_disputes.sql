-- One row for each dispute of each message of the gateway: a message that is worked off twice books nothing twice, and a
-- second dispute of the same charge is another message.
create table disputes (
  event_id text not null references webhook_events,
  position integer not null,
  attempt_id integer references payment_attempts,
  amount integer not null,
  reason text not null,
  created timestamptz not null,
  primary key (event_id, position)
);
create index disputes_attempt on disputes (attempt_id);
