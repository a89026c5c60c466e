-- What a city lets its dancers choose among at no cost: its labs and its freestyle battles.
create table city_choices (
  id integer generated always as identity primary key,
  tour_date_id integer not null references tour_dates on delete cascade,
  kind text not null check (kind in ('lab', 'freestyle_battle')),
  name text not null check (name <> ''),
  -- Taken off the list: who has chosen it keeps it.
  offered boolean not null default true
);
create index city_choices_tour_date on city_choices (tour_date_id);

create trigger raises_catalogue_version after insert or update or delete or truncate on city_choices
  for each statement execute function raise_catalogue_version();

-- Until now these pointed to no list.
update attendees set lab_id = null, freestyle_battle_id = null
  where lab_id is not null or freestyle_battle_id is not null;
alter table attendees
  add constraint attendees_lab foreign key (lab_id) references city_choices,
  add constraint attendees_freestyle_battle foreign key (freestyle_battle_id) references city_choices;
create index attendees_of_lab on attendees (lab_id) where lab_id is not null;
create index attendees_of_freestyle_battle on attendees (freestyle_battle_id) where freestyle_battle_id is not null;
