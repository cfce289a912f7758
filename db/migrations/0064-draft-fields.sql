-- The fields of stored drafts get the names of the columns and of the API. Texts stay texts: a draft is read on the way
-- out, so '5' is five kilograms as before.

update product_drafts set typed = (
  select coalesce(
    jsonb_object_agg(
      case key
        when 'soldBy' then 'catchWeight'
        when 'unit' then 'unitLabel'
        when 'netKg' then 'netGrams'
        when 'pieces' then 'pieceCount'
        when 'tolerance' then 'tolerancePercent'
        when 'grossKg' then 'grossGrams'
        when 'litres' then 'boxLitres'
        when 'price' then 'priceYen'
        else key
      end,
      case
        when key = 'soldBy' and value = '"weight"' then 'true'::jsonb
        when key = 'soldBy' and value = '"fixed"' then 'false'::jsonb
        else value
      end
    ),
    '{}'
  )
  from jsonb_each(typed)
);
