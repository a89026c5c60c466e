-- The audit log is filtered by who, by action and by day: the newest entries of each first.
create index audit_of_actor on audit_log (actor_user_id, id desc);
create index audit_of_action on audit_log (action, id desc);
create index audit_at on audit_log (at desc, id desc);
