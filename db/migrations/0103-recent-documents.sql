-- The job that draws files ahead, and the search of staff, read the newest documents of all organisations.
create index issued_documents_issued on issued_documents (issued_on desc, id desc);
