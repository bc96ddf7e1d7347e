-- When a member was shown what else protects his account: once.
alter table members add column security_offered_at timestamptz;
