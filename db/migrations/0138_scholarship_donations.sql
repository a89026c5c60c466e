-- A form of a donation to the scholarship fund, which a studio sends along with its nationals registration.
create table scholarship_donations (
  id integer generated always as identity primary key,
  registration_id integer not null unique references registrations on delete cascade,
  key text not null unique,
  -- As its owner called it.
  name text not null,
  created timestamptz not null
);
