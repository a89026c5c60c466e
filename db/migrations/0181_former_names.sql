-- Names a person had before: confirmations keep the name of their day, and deleting has to find it there.
alter table persons add column former_names text[] not null default '{}';
