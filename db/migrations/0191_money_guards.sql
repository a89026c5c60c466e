-- Row triggers do not see TRUNCATE: it emptied the ledger without a word. What money was, stays.
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% is never emptied', tg_table_name;
end $$;

create function refuse_money_change() returns trigger language plpgsql as $$
begin
  raise exception 'what % says of money stays as it is', tg_table_name;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['ledger', 'ledger_heads', 'ledger_anchors', 'ledger_anchor_heads', 'payments',
    'payment_attempts', 'payment_exceptions', 'bank_authorizations', 'webhook_events', 'disputes', 'reconciliations',
    'reconciliation_findings'] loop
    execute format('create trigger refuses_truncate before truncate on %I
      for each statement execute function refuse_truncate()', name);
  end loop;
end $$;

create trigger payments_stay before update on payments for each row
  when ((old.registration_id, old.amount, old.payment_method_id, old.attempt_id, old.of_payment_id, old."timestamp")
    is distinct from
    (new.registration_id, new.amount, new.payment_method_id, new.attempt_id, new.of_payment_id, new."timestamp"))
  execute function refuse_money_change();
create trigger payments_are_kept before delete on payments for each row execute function refuse_money_change();

create trigger attempts_stay before update on payment_attempts for each row
  when ((old.registration_id, old.kind, old.orderid, old.amount, old.payment_method_id, old.of_attempt_id, old.created)
    is distinct from
    (new.registration_id, new.kind, new.orderid, new.amount, new.payment_method_id, new.of_attempt_id, new.created))
  execute function refuse_money_change();
create trigger attempts_are_kept before delete on payment_attempts for each row execute function refuse_money_change();
create trigger heads_are_kept before delete on ledger_heads for each row execute function refuse_money_change();
