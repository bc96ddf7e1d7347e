-- What the office changes of currencies: which are offered, whose rate each has, and what the central bank said last.
alter table currencies
  add column is_on boolean default true not null,
  add column follows_bank boolean default false not null,
  add column bank_rate_e8 bigint,
  add column bank_date date,
  add column changed_at timestamp with time zone,
  add column changed_by text,
  add constraint currencies_rate check (rate_e8 > 0),
  add constraint currencies_bank check ((bank_rate_e8 is null) = (bank_date is null) and bank_rate_e8 > 0),
  -- Everything is counted in it.
  add constraint currencies_dollar check (code <> 'USD' or (is_on and not follows_bank and rate_e8 = 100000000));
