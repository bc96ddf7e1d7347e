-- What a provider refuses that it was set up to do: the method, one currency, or amounts below a minimum. While it does,
-- checkout does not offer it.
create table method_refusals (
  method integer not null,
  -- '' is every currency.
  currency text not null default '',
  code text not null,
  -- The question that was refused: create, query, refund, close. The same question, answered well, ends the refusal.
  call text not null,
  -- The least that is taken, in hundredths; null: nothing is.
  minimum bigint,
  since timestamptz not null default now(),
  times integer not null default 1,
  retry_at timestamptz not null,
  primary key (method, currency)
);
