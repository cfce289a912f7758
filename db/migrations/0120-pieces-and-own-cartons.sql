-- What the pieces within a sale unit are called (30袋 in 3箱), and goods that leave in the carton in which they are sold.
alter table products
  add column piece_unit text not null default '個'
    check (piece_unit in ('個', '袋', '束', '本', '玉', '株', 'パック', '房', '枚', '尾', '羽', '匹', '缶', '瓶', '丁')),
  add column own_carton boolean not null default false;
comment on column products.piece_unit is 'of piece_count';
comment on column products.own_carton is 'each unit is a parcel of its own: nothing else is packed with it';
