-- Recordings of judges and videos of routines. The bytes lie in the file store; docs/rules/critiques.md has the states.
create table media_objects (
  id uuid primary key,
  tour_date_id integer not null references tour_dates,
  kind text not null check (kind in ('judge_audio', 'routine_video', 'judge_video', 'critique_mix')),
  -- Null: nobody has said yet whose it is.
  registration_routine_id integer references registration_routines on delete set null,
  seat_id integer references judge_seats on delete set null,
  -- As the file was called where it was uploaded.
  name text not null default '',
  -- Where it lies in the store; null before it is there and after it is deleted.
  key text unique,
  content_type text not null default '',
  bytes bigint not null check (bytes > 0),
  -- As the sender computed it; null: it did not.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  duration_ms integer check (duration_ms >= 0),
  -- When the recording began, by the clock of the server.
  started_at timestamptz,
  -- Milliseconds by which it begins after the video of its routine; null: by the clocks.
  shift_ms integer check (shift_ms between -1800000 and 1800000),
  -- How loud it is, 400 bytes of which 255 is the loudest.
  peaks bytea,
  state text not null
    check (state in ('uploading', 'stored', 'processing', 'ready', 'failed', 'withheld', 'expired')),
  -- One of the domain's reasons.
  failure text,
  withheld_reason text,
  -- Who began the upload: a person of the office, or the device of a seat. Null of a mix.
  uploaded_by integer references users,
  device_id integer references judge_devices on delete set null,
  created timestamptz not null,
  -- When the last byte came.
  received_at timestamptz,
  expires_at timestamptz,
  constraint media_failure_has_reason check ((state = 'failed') = (failure is not null)),
  constraint media_withheld_has_reason check ((state = 'withheld') = (withheld_reason is not null)),
  constraint media_file_is_stored check (state in ('uploading', 'failed', 'expired') or key is not null)
);
create index media_objects_city on media_objects (tour_date_id);
create index media_objects_routine on media_objects (registration_routine_id);
create index media_objects_seat on media_objects (seat_id);
create index media_objects_device on media_objects (device_id, created);
create index media_objects_uploader on media_objects (uploaded_by, created);
create index media_objects_unfinished on media_objects (created) where state = 'uploading';
