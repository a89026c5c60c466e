-- Processes that run jobs. Each says every few seconds that it lives, and with which workers: locks of workers that no
-- living process names are released.
create table job_processes (
  id uuid primary key,
  worker_ids text[] not null,
  beat_at timestamptz not null default now()
);
