-- Whether the owner of a farm lets a helper see the money of its orders; owners always do.
alter table memberships add column sees_money boolean not null default false;
alter table invitations add column sees_money boolean not null default false;
