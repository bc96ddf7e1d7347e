-- Who corrected a member's balance, and why.
alter table ledger_movements add column actor text, add column reason text;
