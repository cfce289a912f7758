-- Issued documents are found by the names that are printed on them (電子帳簿保存法), whatever became of the names since.

create function search_key_of(name text) returns text language sql immutable parallel safe as $$
  select translate(lower(normalize(name, NFKC)),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ')
$$;
comment on function search_key_of(text) is 'searchKey of app/kernel/text.ts, without its treatment of spaces';

alter table issued_documents
  add column recipient_key text not null generated always as (search_key_of(counterparty)) stored,
  add column seller_key text not null generated always as (search_key_of(
    coalesce(content #>> '{issuer,name}', '') || E'\n' ||
    case when kind = 'invoice' then jsonb_path_query_array(content, '$.slips[*].farm')::text else '' end)) stored;
comment on column issued_documents.recipient_key is 'the recipient''s printed name, for the search';
comment on column issued_documents.seller_key is 'the printed names of the issuer, and on an invoice of the farms that sold, for the search';

-- A receipt is handed out once; every later copy is marked, and is a file of its own.
alter table document_files drop constraint document_files_format_check;
alter table document_files add constraint document_files_format_check check (format in ('pdf', 'pdf_copy', 'xml', 'csv'));
