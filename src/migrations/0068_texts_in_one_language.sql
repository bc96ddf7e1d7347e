-- Decision B5, with a last resort: in the language that is asked for, else in English, else in the one that there is.
create function language_of(texts jsonb, locale text) returns text language sql immutable parallel safe as $$
  select case
    when texts ->> locale <> '' then locale
    when texts ->> 'en-US' <> '' then 'en-US'
    else coalesce((select key from jsonb_each_text(texts) where value <> '' order by key collate "C" limit 1), 'en-US')
  end
$$;
--> statement-breakpoint
create function text_in(texts jsonb, locale text) returns text language sql immutable parallel safe as $$
  select nullif(texts ->> language_of(texts, locale), '')
$$;
