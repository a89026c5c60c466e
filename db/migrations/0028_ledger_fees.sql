-- Fees are few among very many rows: who owes one is told without reading the others.
create index ledger_fees on ledger (registration_id) include (amount) where account = 'fees';
