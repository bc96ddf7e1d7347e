-- What is asked for is a multiple of the currency's selling unit (decision F15): whole yen, whole won. The list is that of
-- platform/money.ts. Rows from before are left as they are: triggers look at what is written, a check would stop every
-- later change of an old row.
create function selling_unit(currency text) returns integer language sql immutable parallel safe as $$
  select case when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND',
    'VUV', 'XAF', 'XOF', 'XPF', 'TWD', 'HUF') then 100 else 1 end
$$;
--> statement-breakpoint
create function orders_in_selling_units() returns trigger language plpgsql as $$
declare unit integer := selling_unit(new.currency);
begin
  if new.goods % unit <> 0 or new.discount % unit <> 0 or new.fee % unit <> 0 or new.coupon % unit <> 0
    or new.freight % unit <> 0 or new.service % unit <> 0 or new.total % unit <> 0 then
    raise exception 'an amount of an order is no multiple of what % is sold in', new.currency using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_in_selling_units before insert or update of goods, discount, fee, coupon, freight, service, total on orders
  for each row execute function orders_in_selling_units();
--> statement-breakpoint
-- After the statement: lines are written by the one that writes their order.
create function order_lines_in_selling_units() returns trigger language plpgsql as $$
begin
  if exists (select from orders o where o.id = new.order_id
    and (new.unit % selling_unit(o.currency) <> 0 or new.total % selling_unit(o.currency) <> 0)) then
    raise exception 'a price of an order is no multiple of what its currency is sold in' using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger order_lines_in_selling_units after insert on order_lines for each row execute function order_lines_in_selling_units();
