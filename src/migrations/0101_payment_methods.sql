-- Methods of payment are rows: what each costs, takes and is called, and whether it is offered. Who takes the money is a
-- provider that the shop knows (src/rooms/payments/providers).
create table payment_methods (
  id integer primary key,
  provider text not null,
  -- By language code; null: as its provider is called.
  label jsonb,
  -- Basis points of goods.
  fee_bp integer not null default 0,
  -- ISO 4217 codes, or '*' alone: any.
  currencies text[] not null default '{*}',
  -- ISO 4217 code → the least that is taken, in hundredths.
  minimum jsonb not null default '{}',
  under_way_hours integer not null default 72,
  -- Only orders of these alone; empty: whatever is ordered.
  product_types integer[] not null default '{}',
  position integer not null default 100,
  enabled boolean not null default true,
  constraint payment_methods_id_check check (id > 0),
  constraint payment_methods_label_check check (jsonb_typeof(label) = 'object' and not jsonb_path_exists(label, '$.* ? (@.type() != "string")')),
  constraint payment_methods_fee_check check (fee_bp between 0 and 10000),
  constraint payment_methods_currencies_check check (array_to_string(currencies, ',', 'null') ~ '^(\*|[A-Z]{3}(,[A-Z]{3})*)$'),
  constraint payment_methods_minimum_check check (jsonb_typeof(minimum) = 'object' and not jsonb_path_exists(minimum, '$.* ? (@.type() != "number" || @ < 0 || @.floor() != @)')),
  constraint payment_methods_under_way_check check (under_way_hours between 1 and 8760),
  constraint payment_methods_product_types_check check (array_position(product_types, null) is null)
);
--> statement-breakpoint
-- Where payments were made, the two that were written into the program until now; a new shop fills its own.
insert into payment_methods (id, provider, fee_bp, currencies, minimum, position)
select * from (values
  (1, 'payssion', 150, '{*}'::text[], '{}'::jsonb, 20),
  (2, 'stripe', 0, '{USD,EUR,GBP,CNY,JPY,KRW,HKD,TWD,BRL,CAD,AUD,CHF,SEK,INR,MXN,SGD}'::text[],
    '{"USD": 50, "EUR": 50, "GBP": 30, "CNY": 700, "JPY": 5000, "KRW": 150000, "HKD": 400, "TWD": 3200, "BRL": 50, "CAD": 50, "AUD": 50, "CHF": 50, "SEK": 300, "INR": 50, "MXN": 1000, "SGD": 50}'::jsonb, 10)
) as known
where exists (select from payments);
--> statement-breakpoint
alter table payments rename column method to method_id;
--> statement-breakpoint
alter table payments add constraint payments_method_id_payment_methods_id_fk foreign key (method_id) references payment_methods (id);
--> statement-breakpoint
create trigger payment_methods_inserted after insert on payment_methods referencing new table as changed for each statement execute function rows_changed('payments', 'methods');
--> statement-breakpoint
create trigger payment_methods_updated after update on payment_methods referencing new table as changed for each statement execute function rows_changed('payments', 'methods');
--> statement-breakpoint
create trigger payment_methods_deleted after delete on payment_methods referencing old table as changed for each statement execute function rows_changed('payments', 'methods');
