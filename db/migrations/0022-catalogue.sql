-- How goods are found: the words of staff, what the list can be narrowed and ordered by, favourites and notices.

-- The form in which search compares, as searchKey() in app/kernel/text.ts writes it.
create function jp_key(t text) returns text immutable strict parallel safe language sql
return translate(lower(normalize(t, NFKC)),
  'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
  'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');

-- Kinds of food below the shelves, and every spelling under which people look for them. A special kind is also found
-- by the words of the plain one (紫人参 by 人参).
create table produce_items (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,59}$'),
  category text not null check (category in
    ('leaf', 'fruitveg', 'root', 'mushroom', 'fruit', 'egg', 'rice', 'herb', 'meat', 'fish', 'processed')),
  parent_key text references produce_items check (parent_key <> key),
  name text not null check (char_length(name) between 1 and 40),
  words text[] not null check (cardinality(words) between 1 and 40),
  position integer not null check (position >= 0),
  version integer not null default 1 check (version > 0),
  -- behind the version until the search rows of its goods have been written anew
  written_version integer not null default 1
);
create index produce_items_unwritten on produce_items (key) where written_version < version;

insert into produce_items (key, category, parent_key, name, words, position) values
  ('cabbage', 'leaf', null, 'キャベツ', array['キャベツ', 'きゃべつ', '甘藍', 'かんらん', 'Cabbage'], 1),
  ('napa_cabbage', 'leaf', null, '白菜', array['白菜', 'はくさい', 'ハクサイ', 'Napa cabbage'], 4),
  ('lettuce', 'leaf', null, 'レタス', array['レタス', 'れたす', '玉レタス', '結球レタス', 'Iceberg lettuce'], 5),
  ('spinach', 'leaf', null, 'ほうれん草', array['ほうれん草', 'ほうれんそう', 'ホウレンソウ', 'ホウレン草', '菠薐草', 'Spinach'], 8),
  ('komatsuna', 'leaf', null, '小松菜', array['小松菜', 'こまつな', 'コマツナ', '冬菜', 'Komatsuna'], 10),
  ('mizuna', 'leaf', null, '水菜', array['水菜', 'みずな', 'ミズナ', '京菜', 'Mizuna'], 11),
  ('shungiku', 'leaf', null, '春菊', array['春菊', 'しゅんぎく', 'シュンギク', '菊菜', 'きくな', 'Crown daisy'], 12),
  ('bok_choy', 'leaf', null, 'チンゲン菜', array['チンゲン菜', 'ちんげんさい', 'チンゲンサイ', '青梗菜', 'Bok choy'], 13),
  ('nira', 'leaf', null, 'にら', array['にら', 'ニラ', '韮', 'Garlic chives'], 14),
  ('naganegi', 'leaf', null, '長ねぎ', array['長ねぎ', 'ながねぎ', 'ナガネギ', '白ねぎ', '根深ねぎ', 'ネギ', '葱', 'Japanese leek (white)'], 15),
  ('kujo_negi', 'leaf', null, '九条ねぎ', array['九条ねぎ', 'くじょうねぎ', 'クジョウネギ', '青ねぎ', '葉ねぎ', 'Kujo green onion'], 16),
  ('asparagus', 'leaf', null, 'アスパラガス', array['アスパラガス', 'あすぱらがす', 'アスパラ', 'グリーンアスパラ', 'Asparagus'], 17),
  ('celery', 'leaf', null, 'セロリ', array['セロリ', 'せろり', 'セルリー', 'セルリ', 'Celery'], 19),
  ('broccoli', 'leaf', null, 'ブロッコリー', array['ブロッコリー', 'ぶろっこりー', 'Broccoli'], 20),
  ('stick_broccoli', 'leaf', null, 'スティックセニョール', array['スティックセニョール', 'すてぃっくせにょーる', '茎ブロッコリー', 'スティックブロッコリー', 'Stem broccoli'], 21),
  ('romanesco', 'leaf', null, 'ロマネスコ', array['ロマネスコ', 'ろまねすこ', 'カリッコリー', 'Romanesco'], 22),
  ('cauliflower', 'leaf', null, 'カリフラワー', array['カリフラワー', 'かりふらわー', '花椰菜', 'Cauliflower'], 23),
  ('nanohana', 'leaf', null, '菜の花', array['菜の花', 'なのはな', 'ナノハナ', 'なばな', '菜花', 'Rapini'], 24),
  ('kale', 'leaf', null, 'ケール', array['ケール', 'けーる', 'カーリーケール', 'Kale'], 26),
  ('arugula', 'leaf', null, 'ルッコラ', array['ルッコラ', 'るっこら', 'ロケット', 'ロケットサラダ', 'Arugula'], 27),
  ('watercress', 'leaf', null, 'クレソン', array['クレソン', 'くれそん', 'オランダがらし', 'Watercress'], 28),
  ('baby_leaf', 'leaf', null, 'ベビーリーフ', array['ベビーリーフ', 'べびーりーふ', '幼葉ミックス', 'Baby leaf mix'], 29),
  ('trevis', 'leaf', null, 'トレビス', array['トレビス', 'とれびす', '赤チコリ', 'ラディッキオ', 'Radicchio'], 30),
  ('fennel', 'leaf', null, 'フェンネル', array['フェンネル', 'ふぇんねる', 'フィノッキオ', 'ういきょう', 'Florence fennel'], 31),
  ('artichoke', 'leaf', null, 'アーティチョーク', array['アーティチョーク', 'あーてぃちょーく', '朝鮮あざみ', 'Globe artichoke'], 32),
  ('moroheiya', 'leaf', null, 'モロヘイヤ', array['モロヘイヤ', 'もろへいや', '縞綱麻', 'Mulukhiyah'], 33),
  ('kuushinsai', 'leaf', null, '空心菜', array['空心菜', 'くうしんさい', 'クウシンサイ', 'エンサイ', 'ウンチェバー', 'Water spinach'], 34),
  ('takenoko', 'leaf', null, 'たけのこ', array['たけのこ', 'タケノコ', '筍', '竹の子', 'Bamboo shoot'], 35),
  ('udo', 'leaf', null, 'うど', array['うど', 'ウド', '独活', '山うど', 'Udo'], 36),
  ('carrot', 'root', null, 'にんじん', array['にんじん', 'ニンジン', '人参', 'キャロット', 'Carrot'], 1),
  ('daikon', 'root', null, '大根', array['大根', 'だいこん', 'ダイコン', '青首大根', 'Daikon radish'], 3),
  ('turnip', 'root', null, 'かぶ', array['かぶ', 'カブ', '蕪', '小かぶ', 'Turnip'], 5),
  ('radish', 'root', null, 'ラディッシュ', array['ラディッシュ', 'らでぃっしゅ', '二十日大根', 'Radish'], 7),
  ('burdock', 'root', null, 'ごぼう', array['ごぼう', 'ゴボウ', '牛蒡', 'Burdock root'], 8),
  ('potato', 'root', null, 'じゃがいも', array['じゃがいも', 'ジャガイモ', '馬鈴薯', 'ばれいしょ', 'ジャガ芋', 'Potato'], 9),
  ('may_queen', 'root', null, 'メークイン', array['メークイン', 'めーくいん', 'メークィーン', 'May Queen potato'], 10),
  ('kitaakari', 'root', null, 'キタアカリ', array['キタアカリ', 'きたあかり', '北あかり', 'Kitaakari potato'], 11),
  ('sweet_potato', 'root', null, 'さつまいも', array['さつまいも', 'サツマイモ', '薩摩芋', '甘藷', 'Sweet potato'], 12),
  ('annouimo', 'root', null, '安納芋', array['安納芋', 'あんのういも', 'アンノウイモ', '安納いも', 'Anno sweet potato'], 13),
  ('satoimo', 'root', null, '里芋', array['里芋', 'さといも', 'サトイモ', '小芋', 'タロイモ類', 'Taro'], 14),
  ('nagaimo', 'root', null, '長芋', array['長芋', 'ながいも', 'ナガイモ', '山芋', 'とろろ芋', 'Chinese yam'], 15),
  ('jinenjo', 'root', null, '自然薯', array['自然薯', 'じねんじょ', 'ジネンジョ', '山の芋', '自然生', 'Wild yam'], 16),
  ('renkon', 'root', null, 'れんこん', array['れんこん', 'レンコン', '蓮根', 'ハス', 'Lotus root'], 17),
  ('ginger', 'root', null, 'しょうが', array['しょうが', 'ショウガ', '生姜', '根しょうが', 'Ginger'], 18),
  ('garlic', 'root', null, 'にんにく', array['にんにく', 'ニンニク', '大蒜', 'ガーリック', 'Garlic'], 20),
  ('onion', 'root', null, '玉ねぎ', array['玉ねぎ', 'たまねぎ', 'タマネギ', '玉葱', 'オニオン', 'Onion'], 21),
  ('shallot', 'root', null, 'エシャロット', array['エシャロット', 'えしゃろっと', 'ベルギーエシャロット', 'Shallot'], 24),
  ('beet', 'root', null, 'ビーツ', array['ビーツ', 'びーつ', '火焔菜', 'テーブルビート', 'Beetroot'], 25),
  ('yurine', 'root', null, 'ゆり根', array['ゆり根', 'ゆりね', 'ユリネ', '百合根', 'Lily bulb'], 26),
  ('kuwai', 'root', null, 'くわい', array['くわい', 'クワイ', '慈姑', 'Arrowhead bulb'], 27),
  ('tomato', 'fruitveg', null, 'トマト', array['トマト', 'とまと', '大玉トマト', 'Tomato'], 1),
  ('cucumber', 'fruitveg', null, 'きゅうり', array['きゅうり', 'キュウリ', '胡瓜', 'Cucumber'], 4),
  ('eggplant', 'fruitveg', null, 'なす', array['なす', 'ナス', '茄子', 'なすび', 'Eggplant'], 5),
  ('zucchini', 'fruitveg', null, 'ズッキーニ', array['ズッキーニ', 'ずっきーに', 'クルジェット', 'Zucchini'], 8),
  ('bell_pepper', 'fruitveg', null, 'ピーマン', array['ピーマン', 'ぴーまん', '青ピーマン', 'Green pepper'], 9),
  ('paprika', 'fruitveg', null, 'パプリカ', array['パプリカ', 'ぱぷりか', 'カラーピーマン', 'Bell pepper (sweet)'], 10),
  ('shishito', 'fruitveg', null, 'ししとう', array['ししとう', 'シシトウ', '獅子唐', 'ししとうがらし', 'Shishito pepper'], 11),
  ('chili', 'fruitveg', null, '唐辛子', array['唐辛子', 'とうがらし', 'トウガラシ', '鷹の爪', '生唐辛子', 'Chili pepper'], 13),
  ('pumpkin', 'fruitveg', null, 'かぼちゃ', array['かぼちゃ', 'カボチャ', '南瓜', '西洋かぼちゃ', 'Kabocha squash'], 14),
  ('corn', 'fruitveg', null, 'とうもろこし', array['とうもろこし', 'トウモロコシ', 'スイートコーン', '玉蜀黍', 'とうきび', 'Sweet corn'], 16),
  ('okra', 'fruitveg', null, 'オクラ', array['オクラ', 'おくら', '陸蓮根', 'Okra'], 17),
  ('goya', 'fruitveg', null, 'ゴーヤー', array['ゴーヤー', 'ごーやー', 'にがうり', '苦瓜', 'ツルレイシ', 'レイシ', 'Bitter melon'], 18),
  ('togan', 'fruitveg', null, '冬瓜', array['冬瓜', 'とうがん', 'トウガン', 'かもうり', 'シブイ', 'Winter melon'], 19),
  ('soramame', 'fruitveg', null, 'そら豆', array['そら豆', 'そらまめ', 'ソラマメ', '空豆', '一寸豆', 'Broad bean'], 20),
  ('edamame', 'fruitveg', null, '枝豆', array['枝豆', 'えだまめ', 'エダマメ', 'えだ豆', 'Edamame'], 21),
  ('dadachamame', 'fruitveg', null, 'だだちゃ豆', array['だだちゃ豆', 'だだちゃまめ', 'ダダチャマメ', '茶豆', 'Dadacha edamame'], 23),
  ('ingen', 'fruitveg', null, 'さやいんげん', array['さやいんげん', 'サヤインゲン', 'いんげん', '三度豆', '隠元', 'Green bean'], 24),
  ('snap_pea', 'fruitveg', null, 'スナップえんどう', array['スナップえんどう', 'すなっぷえんどう', 'スナップエンドウ', 'スナックえんどう', 'スナップピー', 'Snap pea'], 25),
  ('kinusaya', 'fruitveg', null, '絹さや', array['絹さや', 'きぬさや', 'キヌサヤ', 'さやえんどう', 'Snow pea'], 26),
  ('green_pea', 'fruitveg', null, 'グリーンピース', array['グリーンピース', 'ぐりーんぴーす', 'うすいえんどう', '実えんどう', 'Green pea'], 27),
  ('peanut', 'fruitveg', null, '落花生', array['落花生', 'らっかせい', 'ラッカセイ', 'ピーナッツ', 'ゆで落花生', 'Peanut (fresh)'], 28),
  ('shiitake', 'mushroom', null, 'しいたけ', array['しいたけ', 'シイタケ', '椎茸', '生しいたけ', 'Shiitake'], 1),
  ('shimeji', 'mushroom', null, 'ぶなしめじ', array['ぶなしめじ', 'ブナシメジ', 'しめじ', 'Beech mushroom'], 3),
  ('maitake', 'mushroom', null, 'まいたけ', array['まいたけ', 'マイタケ', '舞茸', 'Maitake'], 4),
  ('enoki', 'mushroom', null, 'えのきたけ', array['えのきたけ', 'エノキタケ', 'えのき', '榎茸', 'Enoki'], 5),
  ('eringi', 'mushroom', null, 'エリンギ', array['エリンギ', 'えりんぎ', 'エリンギィ', 'King oyster mushroom'], 6),
  ('nameko', 'mushroom', null, 'なめこ', array['なめこ', 'ナメコ', '滑子', 'Nameko'], 7),
  ('kikurage', 'mushroom', null, '生きくらげ', array['生きくらげ', 'なまきくらげ', 'ナマキクラゲ', '木耳', 'キクラゲ', 'Fresh wood ear'], 8),
  ('mushroom_white', 'mushroom', null, 'マッシュルーム', array['マッシュルーム', 'まっしゅるーむ', 'シャンピニオン', 'ブラウンマッシュルーム', 'Button mushroom'], 9),
  ('matsutake', 'mushroom', null, '松茸', array['松茸', 'まつたけ', 'マツタケ', 'Matsutake'], 10),
  ('ooba', 'herb', null, '大葉', array['大葉', 'おおば', 'オオバ', '青じそ', 'しそ', '紫蘇', 'Green shiso'], 1),
  ('myoga', 'herb', null, 'みょうが', array['みょうが', 'ミョウガ', '茗荷', '花みょうが', 'Myoga'], 2),
  ('mitsuba', 'herb', null, '三つ葉', array['三つ葉', 'みつば', 'ミツバ', '糸みつば', '根三つ葉', 'Mitsuba'], 3),
  ('wasabi', 'herb', null, 'わさび', array['わさび', 'ワサビ', '本わさび', '山葵', 'Wasabi'], 4),
  ('sansho', 'herb', null, '実山椒', array['実山椒', 'みざんしょう', 'ミザンショウ', '山椒の実', '青山椒', 'Sansho berry'], 5),
  ('kinome', 'herb', null, '木の芽', array['木の芽', 'きのめ', 'キノメ', '山椒の若葉', 'Sansho leaf'], 6),
  ('basil', 'herb', null, 'バジル', array['バジル', 'ばじる', 'バジリコ', 'スイートバジル', 'Basil'], 7),
  ('coriander', 'herb', null, 'パクチー', array['パクチー', 'ぱくちー', '香菜', 'コリアンダー', 'シャンツァイ', 'Coriander leaf'], 8),
  ('italian_parsley', 'herb', null, 'イタリアンパセリ', array['イタリアンパセリ', 'いたりあんぱせり', '平葉パセリ', 'Flat-leaf parsley'], 9),
  ('rosemary', 'herb', null, 'ローズマリー', array['ローズマリー', 'ろーずまりー', 'まんねんろう', 'Rosemary'], 10),
  ('thyme', 'herb', null, 'タイム', array['タイム', 'たいむ', '立麝香草', 'Thyme'], 11),
  ('mint', 'herb', null, 'ミント', array['ミント', 'みんと', 'スペアミント', 'ペパーミント', 'Mint'], 12),
  ('dill', 'herb', null, 'ディル', array['ディル', 'でぃる', 'いのんど', 'Dill'], 13),
  ('tomyo', 'leaf', null, '豆苗', array['豆苗', 'とうみょう', 'トウミョウ', 'えんどうの若菜', 'Pea shoots'], 37),
  ('moyashi', 'leaf', null, 'もやし', array['もやし', 'モヤシ', '緑豆もやし', 'Bean sprouts'], 38),
  ('warabi', 'leaf', null, 'わらび', array['わらび', 'ワラビ', '蕨', 'Bracken fern'], 39),
  ('taranome', 'leaf', null, 'たらの芽', array['たらの芽', 'たらのめ', 'タラノメ', 'タラの芽', '楤の芽', 'Angelica tree shoot'], 40),
  ('fukinoto', 'leaf', null, 'ふきのとう', array['ふきのとう', 'フキノトウ', '蕗の薹', 'ばっけ', 'Butterbur bud'], 41),
  ('kogomi', 'leaf', null, 'こごみ', array['こごみ', 'コゴミ', '草ソテツ', 'Ostrich fern fiddlehead'], 42),
  ('apple_fuji', 'fruit', null, 'りんご', array['りんご', 'リンゴ', '林檎', 'サンふじ', 'ふじ', 'Apple (Fuji)'], 1),
  ('apple_shinano', 'fruit', null, 'りんご', array['りんご', 'リンゴ', 'シナノゴールド', 'Apple (Shinano Gold)'], 2),
  ('pear_kosui', 'fruit', null, '梨', array['梨', 'なし', 'ナシ', '幸水', '和梨', '日本梨', 'Nashi pear (Kosui)'], 3),
  ('pear_nijisseiki', 'fruit', null, '梨', array['梨', 'なし', 'ナシ', '二十世紀梨', '二十世紀', 'Nashi pear (Nijisseiki)'], 4),
  ('la_france', 'fruit', null, 'ラ・フランス', array['ラ・フランス', 'らふらんす', 'ラフランス', '洋梨', '西洋なし', 'La France pear'], 5),
  ('peach', 'fruit', null, '桃', array['桃', 'もも', 'モモ', '白桃', '水蜜桃', 'Peach'], 6),
  ('nectarine', 'fruit', null, 'ネクタリン', array['ネクタリン', 'ねくたりん', '油桃', 'Nectarine'], 7),
  ('plum', 'fruit', null, 'すもも', array['すもも', 'スモモ', '李', 'プラム', 'ソルダム', '大石早生', 'Plum'], 8),
  ('cherry', 'fruit', null, 'さくらんぼ', array['さくらんぼ', 'サクランボ', '桜桃', '佐藤錦', '紅秀峰', 'Cherry'], 9),
  ('ume', 'fruit', null, '梅', array['梅', 'うめ', 'ウメ', '青梅', '南高梅', '完熟梅', 'Japanese apricot'], 10),
  ('apricot', 'fruit', null, 'あんず', array['あんず', 'アンズ', '杏', 'アプリコット', 'Apricot'], 11),
  ('grape_kyoho', 'fruit', null, 'ぶどう', array['ぶどう', 'ブドウ', '巨峰', '葡萄', 'Grape (Kyoho)'], 12),
  ('shine_muscat', 'fruit', null, 'シャインマスカット', array['シャインマスカット', 'しゃいんますかっと', 'シャイン', '種なしマスカット', 'Shine Muscat grape'], 13),
  ('delaware', 'fruit', null, 'デラウェア', array['デラウェア', 'でらうぇあ', 'デラ', 'Delaware grape'], 14),
  ('persimmon', 'fruit', null, '柿', array['柿', 'かき', 'カキ', '富有柿', '次郎柿', 'たねなし柿', 'Persimmon'], 15),
  ('fig', 'fruit', null, 'いちじく', array['いちじく', 'イチジク', '無花果', 'Fig'], 16),
  ('chestnut', 'fruit', null, '栗', array['栗', 'くり', 'クリ', '丹波栗', '生栗', 'Chestnut'], 17),
  ('biwa', 'fruit', null, 'びわ', array['びわ', 'ビワ', '枇杷', '茂木びわ', 'Loquat'], 18),
  ('strawberry', 'fruit', null, 'いちご', array['いちご', 'イチゴ', '苺', 'ストロベリー', 'とちおとめ', 'あまおう', 'Strawberry'], 19),
  ('blueberry', 'fruit', null, 'ブルーベリー', array['ブルーベリー', 'ぶるーべりー', 'Blueberry'], 20),
  ('raspberry', 'fruit', null, 'ラズベリー', array['ラズベリー', 'らずべりー', '木いちご', 'フランボワーズ', 'Raspberry'], 21),
  ('melon', 'fruit', null, 'メロン', array['メロン', 'めろん', 'アールスメロン', 'マスクメロン', 'アンデス', 'Melon'], 22),
  ('watermelon', 'fruit', null, 'すいか', array['すいか', 'スイカ', '西瓜', '大玉すいか', '小玉すいか', 'Watermelon'], 24),
  ('kiwi', 'fruit', null, 'キウイフルーツ', array['キウイフルーツ', 'きういふるーつ', 'キウイ', 'キウィー', 'Kiwifruit'], 25),
  ('mikan', 'fruit', null, '温州みかん', array['温州みかん', 'うんしゅうみかん', 'ウンシュウミカン', 'みかん', '蜜柑', 'Satsuma mandarin'], 26),
  ('iyokan', 'fruit', null, 'いよかん', array['いよかん', 'イヨカン', '伊予柑', 'Iyokan'], 27),
  ('shiranui', 'fruit', null, '不知火', array['不知火', 'しらぬい', 'シラヌイ', 'しらぬひ', 'デコポン', 'Shiranui (Dekopon)'], 28),
  ('setoka', 'fruit', null, 'せとか', array['せとか', 'セトカ', 'Setoka'], 29),
  ('amanatsu', 'fruit', null, '甘夏', array['甘夏', 'あまなつ', 'アマナツ', '甘夏みかん', '夏みかん', 'Amanatsu'], 30),
  ('hassaku', 'fruit', null, '八朔', array['八朔', 'はっさく', 'ハッサク', 'Hassaku'], 31),
  ('hyuganatsu', 'fruit', null, '日向夏', array['日向夏', 'ひゅうがなつ', 'ヒュウガナツ', '小夏', 'ニューサマーオレンジ', 'Hyuganatsu'], 32),
  ('lemon', 'fruit', null, 'レモン', array['レモン', 'れもん', '国産レモン', 'グリーンレモン', 'Lemon'], 33),
  ('yuzu', 'fruit', null, 'ゆず', array['ゆず', 'ユズ', '柚子', '青柚子', '黄柚子', 'Yuzu'], 34),
  ('sudachi', 'fruit', null, 'すだち', array['すだち', 'スダチ', '酢橘', 'Sudachi'], 35),
  ('kabosu', 'fruit', null, 'かぼす', array['かぼす', 'カボス', '香母酢', 'Kabosu'], 36),
  ('shikuwasa', 'fruit', null, 'シークヮーサー', array['シークヮーサー', 'しーくわーさー', 'シークワーサー', 'ヒラミレモン', 'Shikuwasa'], 37),
  ('kinkan', 'fruit', null, '金柑', array['金柑', 'きんかん', 'キンカン', '完熟きんかん', 'Kumquat'], 38),
  ('mango', 'fruit', null, 'マンゴー', array['マンゴー', 'まんごー', '完熟マンゴー', 'アップルマンゴー', 'Mango'], 39),
  ('pineapple', 'fruit', null, 'パイナップル', array['パイナップル', 'ぱいなっぷる', 'パイン', 'スナックパイン', 'Pineapple'], 40),
  ('passion_fruit', 'fruit', null, 'パッションフルーツ', array['パッションフルーツ', 'ぱっしょんふるーつ', 'クダモノトケイソウ', 'Passion fruit'], 41),
  ('dragon_fruit', 'fruit', null, 'ドラゴンフルーツ', array['ドラゴンフルーツ', 'どらごんふるーつ', 'ピタヤ', 'Dragon fruit'], 42),
  ('avocado', 'fruit', null, 'アボカド', array['アボカド', 'あぼかど', '国産アボカド', 'Avocado'], 43),
  ('banana_domestic', 'fruit', null, '国産バナナ', array['国産バナナ', 'こくさんばなな', 'コクサンバナナ', '島バナナ', 'Domestic banana'], 44),
  ('rice_koshihikari', 'rice', null, '米', array['米', 'こめ', 'コメ', 'コシヒカリ', '精米', '白米', 'Rice (Koshihikari)'], 1),
  ('rice_tsuyahime', 'rice', null, '米', array['米', 'こめ', 'コメ', 'つや姫', 'Rice (Tsuyahime)'], 2),
  ('rice_yumepirika', 'rice', null, '米', array['米', 'こめ', 'コメ', 'ゆめぴりか', 'Rice (Yumepirika)'], 3),
  ('rice_akitakomachi', 'rice', null, '米', array['米', 'こめ', 'コメ', 'あきたこまち', 'Rice (Akitakomachi)'], 4),
  ('brown_rice', 'rice', null, '玄米', array['玄米', 'げんまい', 'ゲンマイ', '玄米（コシヒカリ）', 'Brown rice'], 5),
  ('mochi_rice', 'rice', null, 'もち米', array['もち米', 'もちごめ', 'モチゴメ', '糯米', 'こがねもち', 'Glutinous rice'], 6),
  ('mochi_mugi', 'rice', null, 'もち麦', array['もち麦', 'もちむぎ', 'モチムギ', '大麦', '雑穀', 'Hulled waxy barley'], 7),
  ('soba', 'rice', null, 'そば粉', array['そば粉', 'そばこ', 'ソバコ', '蕎麦粉', '玄そば', 'Buckwheat flour'], 8),
  ('soybean', 'rice', null, '大豆', array['大豆', 'だいず', 'ダイズ', '大豆（フクユタカ）', 'Soybean'], 9),
  ('azuki', 'rice', null, '小豆', array['小豆', 'あずき', 'アズキ', '大納言', 'Azuki bean'], 10),
  ('egg', 'egg', null, '鶏卵', array['鶏卵', 'けいらん', 'ケイラン', '卵', '玉子', 'たまご', 'Chicken egg'], 1),
  ('quail_egg', 'egg', null, 'うずら卵', array['うずら卵', 'うずらたまご', 'ウズラタマゴ', '鶉卵', 'うずらの卵', 'Quail egg'], 2),
  ('milk', 'egg', null, '牛乳', array['牛乳', 'ぎゅうにゅう', 'ギュウニュウ', '低温殺菌牛乳', '生乳使用', 'Milk'], 3),
  ('mozzarella', 'egg', null, 'モッツァレラ', array['モッツァレラ', 'もっつぁれら', 'フレッシュチーズ', '国産チーズ', 'Mozzarella'], 4),
  ('butter', 'egg', null, 'バター', array['バター', 'ばたー', '発酵バター', 'Butter'], 5),
  ('wagyu', 'meat', null, '黒毛和牛', array['黒毛和牛', 'くろげわぎゅう', 'クロゲワギュウ', '和牛', '国産牛', 'Wagyu beef'], 1),
  ('pork', 'meat', null, '豚肉', array['豚肉', 'ぶたにく', 'ブタニク', '銘柄豚', 'ポーク', 'Pork'], 2),
  ('jidori', 'meat', null, '地鶏', array['地鶏', 'じどり', 'ジドリ', '地鶏（丸）', '丸鶏', 'Jidori chicken'], 3),
  ('duck', 'meat', null, '合鴨', array['合鴨', 'あいがも', 'アイガモ', '鴨肉', 'あい鴨', 'Duck'], 4),
  ('venison', 'meat', null, '鹿肉', array['鹿肉', 'しかにく', 'シカニク', 'ジビエ', 'エゾシカ', 'もみじ', 'Venison'], 5),
  ('boar', 'meat', null, '猪肉', array['猪肉', 'いのししにく', 'イノシシニク', 'ジビエ', 'ぼたん', 'Wild boar'], 6),
  ('lamb', 'meat', null, '羊肉', array['羊肉', 'ひつじにく', 'ヒツジニク', 'ラム', 'サフォーク', 'Lamb'], 7),
  ('madai', 'fish', null, '真鯛', array['真鯛', 'まだい', 'マダイ', '鯛', '桜鯛', 'Red sea bream'], 1),
  ('buri', 'fish', null, 'ぶり', array['ぶり', 'ブリ', '鰤', '寒ぶり', 'ハマチ', 'Yellowtail'], 2),
  ('salmon_aki', 'fish', null, '秋鮭', array['秋鮭', 'あきさけ', 'アキサケ', '鮭', 'サケ', '時鮭', 'Autumn salmon'], 3),
  ('aji', 'fish', null, 'あじ', array['あじ', 'アジ', '鯵', '真あじ', 'Horse mackerel'], 4),
  ('saba', 'fish', null, 'さば', array['さば', 'サバ', '鯖', '真さば', 'Mackerel'], 5),
  ('hotate', 'fish', null, 'ほたて', array['ほたて', 'ホタテ', '帆立', '活ほたて', 'Scallop'], 6),
  ('oyster', 'fish', null, '牡蠣', array['牡蠣', 'かき', 'カキ', '岩牡蠣', '殻付き牡蠣', 'Oyster'], 7),
  ('kuruma_ebi', 'fish', null, '車海老', array['車海老', 'くるまえび', 'クルマエビ', '活車えび', 'Kuruma prawn'], 8),
  ('zuwaigani', 'fish', null, 'ずわいがに', array['ずわいがに', 'ズワイガニ', '松葉がに', '越前がに', 'Snow crab'], 9),
  ('surumeika', 'fish', null, 'するめいか', array['するめいか', 'スルメイカ', '真いか', 'イカ', 'Japanese flying squid'], 10),
  ('tako', 'fish', null, '真だこ', array['真だこ', 'まだこ', 'マダコ', '蛸', 'たこ', '明石だこ', 'Octopus'], 11),
  ('uni', 'fish', null, 'うに', array['うに', 'ウニ', '雲丹', 'ばふんうに', 'Sea urchin'], 12),
  ('shirasu', 'fish', null, '釜揚げしらす', array['釜揚げしらす', 'かまあげしらす', 'カマアゲシラス', 'しらす', 'ちりめん', 'Boiled whitebait'], 13),
  ('wakame', 'fish', null, 'わかめ', array['わかめ', 'ワカメ', '生わかめ', '塩蔵わかめ', 'Wakame seaweed'], 14),
  ('nori', 'fish', null, '海苔', array['海苔', 'のり', 'ノリ', '焼き海苔', '乾海苔', 'Nori'], 15),
  ('miso', 'processed', null, '味噌', array['味噌', 'みそ', 'ミソ', '米味噌', '麦味噌', 'Miso'], 1),
  ('soy_sauce', 'processed', null, '醤油', array['醤油', 'しょうゆ', 'ショウユ', 'しょう油', '丸大豆醤油', 'Soy sauce'], 2),
  ('umeboshi', 'processed', null, '梅干し', array['梅干し', 'うめぼし', 'ウメボシ', '梅干', '南高梅干し', 'Pickled ume'], 3),
  ('honey', 'processed', null, 'はちみつ', array['はちみつ', 'ハチミツ', '蜂蜜', '百花蜜', 'アカシア蜜', 'Honey'], 5),
  ('sencha', 'processed', null, '煎茶', array['煎茶', 'せんちゃ', 'センチャ', '緑茶', '新茶', 'Sencha green tea'], 6),
  ('olive_oil', 'processed', null, '国産オリーブオイル', array['国産オリーブオイル', 'こくさんおりーぶおいる', 'コクサンオリーブオイル', 'エキストラバージン', 'Olive oil (Japan)'], 7),
  ('sake', 'processed', null, '日本酒', array['日本酒', 'にほんしゅ', 'ニホンシュ', '清酒', '地酒', '純米酒', 'Sake'], 8),
  ('wine_jp', 'processed', null, '日本ワイン', array['日本ワイン', 'にほんわいん', 'ニホンワイン', '国産ワイン', '甲州ワイン', 'Japanese wine'], 9),
  ('edible_flower', 'herb', null, 'エディブルフラワー', array['エディブルフラワー', 'えでぃぶるふらわー', '食用花', 'ビオラ', 'Edible flowers'], 14),
  ('edible_chrysanthemum', 'herb', null, '食用菊', array['食用菊', 'しょくようぎく', 'ショクヨウギク', 'もってのほか', 'つま菊', 'Edible chrysanthemum'], 15),
  ('cut_flower', 'herb', null, '切り花', array['切り花', 'きりばな', 'キリバナ', '生花', 'フラワー', 'Cut flowers'], 16),
  ('spring_cabbage', 'leaf', 'cabbage', '春キャベツ', array['春キャベツ', 'はるきゃべつ', 'ハルキャベツ', '新キャベツ', 'Spring cabbage'], 2),
  ('red_cabbage', 'leaf', 'cabbage', '紫キャベツ', array['紫キャベツ', 'むらさききゃべつ', 'ムラサキキャベツ', '赤キャベツ', 'レッドキャベツ', 'Red cabbage'], 3),
  ('sunny_lettuce', 'leaf', 'lettuce', 'サニーレタス', array['サニーレタス', 'さにーれたす', '赤葉レタス', 'リーフレタス', 'Red leaf lettuce'], 6),
  ('romaine', 'leaf', 'lettuce', 'ロメインレタス', array['ロメインレタス', 'ろめいんれたす', 'コスレタス', 'コス', 'Romaine lettuce'], 7),
  ('chijimi_spinach', 'leaf', 'spinach', 'ちぢみほうれん草', array['ちぢみほうれん草', 'ちぢみほうれんそう', 'チヂミホウレンソウ', '寒締めほうれん草', 'Winter crinkled spinach'], 9),
  ('white_asparagus', 'leaf', 'asparagus', 'ホワイトアスパラガス', array['ホワイトアスパラガス', 'ほわいとあすぱらがす', '白アスパラ', 'White asparagus'], 18),
  ('brussels_sprout', 'leaf', 'cabbage', '芽キャベツ', array['芽キャベツ', 'めきゃべつ', 'メキャベツ', '子持ち甘藍', 'Brussels sprouts'], 25),
  ('color_carrot', 'root', 'carrot', 'カラーにんじん', array['カラーにんじん', 'からーにんじん', 'カラーニンジン', '紫人参', '黄人参', '彩り人参', 'Rainbow carrot'], 2),
  ('koushin_daikon', 'root', 'daikon', '紅芯大根', array['紅芯大根', 'こうしんだいこん', 'コウシンダイコン', '紅心大根', 'Watermelon radish'], 4),
  ('shogoin_kabu', 'root', 'turnip', '聖護院かぶ', array['聖護院かぶ', 'しょうごいんかぶ', 'ショウゴインカブ', '聖護院蕪', 'Shogoin turnip'], 6),
  ('new_ginger', 'root', 'ginger', '新しょうが', array['新しょうが', 'しんしょうが', 'シンショウガ', '新生姜', '葉しょうが', 'Young ginger'], 19),
  ('new_onion', 'root', 'onion', '新玉ねぎ', array['新玉ねぎ', 'しんたまねぎ', 'シンタマネギ', '新たまねぎ', 'サラダ玉ねぎ', 'Spring onion bulb'], 22),
  ('red_onion', 'root', 'onion', '赤玉ねぎ', array['赤玉ねぎ', 'あかたまねぎ', 'アカタマネギ', '紫玉ねぎ', '湘南レッド', 'Red onion'], 23),
  ('mini_tomato', 'fruitveg', 'tomato', 'ミニトマト', array['ミニトマト', 'みにとまと', 'プチトマト', 'チェリートマト', 'Cherry tomato'], 2),
  ('fruit_tomato', 'fruitveg', 'tomato', 'フルーツトマト', array['フルーツトマト', 'ふるーつとまと', '高糖度トマト', '塩トマト', 'High-brix tomato'], 3),
  ('mizu_nasu', 'fruitveg', 'eggplant', '水なす', array['水なす', 'みずなす', 'ミズナス', '水茄子', '泉州水なす', 'Mizunasu eggplant'], 6),
  ('kamo_nasu', 'fruitveg', 'eggplant', '賀茂なす', array['賀茂なす', 'かもなす', 'カモナス', '賀茂茄子', 'Kamo eggplant'], 7),
  ('manganji', 'fruitveg', 'chili', '万願寺とうがらし', array['万願寺とうがらし', 'まんがんじとうがらし', 'マンガンジトウガラシ', '万願寺甘とう', '万願寺唐辛子', 'Manganji pepper'], 12),
  ('butternut', 'fruitveg', 'pumpkin', 'バターナッツかぼちゃ', array['バターナッツかぼちゃ', 'ばたーなっつかぼちゃ', 'バターナッツカボチャ', 'バターナッツスクワッシュ', 'Butternut squash'], 15),
  ('kuro_edamame', 'fruitveg', 'edamame', '丹波黒枝豆', array['丹波黒枝豆', 'たんばくろえだまめ', 'タンバクロエダマメ', '黒枝豆', '黒大豆枝豆', 'Tamba black edamame'], 22),
  ('log_shiitake', 'mushroom', 'shiitake', '原木しいたけ', array['原木しいたけ', 'げんぼくしいたけ', 'ゲンボクシイタケ', '原木椎茸', 'Log-grown shiitake'], 2),
  ('yubari_melon', 'fruit', 'melon', '夕張メロン', array['夕張メロン', 'ゆうばりめろん', 'ユウバリメロン', '赤肉メロン', 'Yubari melon'], 23),
  ('dried_shiitake', 'processed', 'shiitake', '干ししいたけ', array['干ししいたけ', 'ほししいたけ', 'ホシシイタケ', '乾しいたけ', '干し椎茸', 'Dried shiitake'], 4);

-- Free from the first yen on is a way to ship as well.
alter table farms drop constraint if exists farms_free_freight_from_yen_check;
alter table farms add constraint farms_free_freight_from_yen_check check (free_freight_from_yen >= 0);

-- How reliably a farm answers and sends, reckoned from its orders by a job.
create table farm_figures (
  farm_id uuid primary key references farms,
  orders integer not null check (orders >= 0),
  answer_percent smallint check (answer_percent between 0 and 100),
  fill_percent smallint check (fill_percent between 0 and 100),
  reckoned_at timestamptz not null
);
comment on column farm_figures.fill_percent is 'of what was ordered and accepted, how much was sent; null while there are too few orders';

-- Still narrow: only what a list is narrowed or ordered by.
alter table product_search
  add column item_key text not null default '',
  add column method text not null default 'conventional',
  add column catch_weight boolean not null default false,
  add column freight_free boolean not null default false,
  add column yen_per_kg integer,
  add column harvested_on date not null default '2000-01-01',
  add column ordered_count integer not null default 0,
  add column score smallint not null default 30;
comment on column product_search.harvested_on is 'of the newest lot; 2000-01-01 where none is known';
comment on column product_search.ordered_count is 'orders of the last 30 days, by a job';
comment on column product_search.score is 'points of おすすめ順 before one''s own orders, by a job; see docs/search.md';

create function yen_per_kg_of(price_yen integer, catch_weight boolean, net_grams integer) returns integer
immutable parallel safe language sql
return case when catch_weight then price_yen
            when net_grams is null then null
            else least(2147483647, round(price_yen::numeric * 1000 / net_grams))::integer end;

update product_search s
   set item_key = p.item_key, method = p.method, catch_weight = p.catch_weight,
       freight_free = coalesce(f.free_freight_from_yen = 0, false),
       yen_per_kg = yen_per_kg_of(p.price_yen, p.catch_weight, p.net_grams),
       harvested_on = coalesce((select max(l.harvested_on) from lots l where l.product_id = p.id), '2000-01-01')
  from products p join farms f on f.id = p.farm_id
 where p.id = s.product_id;

-- What stands in a product or its farm is copied by the database, so that no use case can forget it. The words alone
-- are written by the app (modules/catalog/search-rows.server.ts): they need its tables of spellings.
create function fill_search_row() returns trigger language plpgsql as $$
begin
  select p.farm_id, p.category, f.prefecture_code, p.temperature, p.air_allowed, p.price_yen, p.season_months,
         coalesce(p.listed_at, p.created_at), p.item_key, p.method, p.catch_weight,
         coalesce(f.free_freight_from_yen = 0, false), yen_per_kg_of(p.price_yen, p.catch_weight, p.net_grams),
         coalesce((select max(l.harvested_on) from lots l where l.product_id = p.id), '2000-01-01')
    into new.farm_id, new.category, new.prefecture_code, new.temperature, new.air_allowed, new.price_yen, new.season_months,
         new.listed_at, new.item_key, new.method, new.catch_weight, new.freight_free, new.yen_per_kg, new.harvested_on
    from products p join farms f on f.id = p.farm_id
   where p.id = new.product_id;
  return new;
end $$;
create trigger product_search_filled before insert on product_search for each row execute function fill_search_row();

create function copy_product_to_search() returns trigger language plpgsql as $$
begin
  update product_search
     set category = new.category, item_key = new.item_key, method = new.method, temperature = new.temperature,
         air_allowed = new.air_allowed, price_yen = new.price_yen, catch_weight = new.catch_weight,
         yen_per_kg = yen_per_kg_of(new.price_yen, new.catch_weight, new.net_grams), season_months = new.season_months,
         listed_at = coalesce(new.listed_at, listed_at)
   where product_id = new.id;
  return null;
end $$;
create trigger products_copied after update of category, item_key, method, temperature, air_allowed, price_yen,
    catch_weight, net_grams, season_months, listed_at on products
  for each row when (row (old.category, old.item_key, old.method, old.temperature, old.air_allowed, old.price_yen,
                          old.catch_weight, old.net_grams, old.season_months, old.listed_at)
             is distinct from row (new.category, new.item_key, new.method, new.temperature, new.air_allowed,
                          new.price_yen, new.catch_weight, new.net_grams, new.season_months, new.listed_at))
  execute function copy_product_to_search();

create function copy_farm_to_search() returns trigger language plpgsql as $$
begin
  update product_search
     set freight_free = coalesce(new.free_freight_from_yen = 0, false), prefecture_code = new.prefecture_code
   where farm_id = new.id;
  return null;
end $$;
create trigger farms_copied after update of free_freight_from_yen, prefecture_code on farms
  for each row when (row (coalesce(old.free_freight_from_yen = 0, false), old.prefecture_code)
    is distinct from row (coalesce(new.free_freight_from_yen = 0, false), new.prefecture_code))
  execute function copy_farm_to_search();

create function copy_lots_to_search() returns trigger language plpgsql as $$
begin
  update product_search s set harvested_on = newest.on_day
    from (select product_id, max(harvested_on) as on_day from added group by product_id) newest
   where s.product_id = newest.product_id and s.harvested_on < newest.on_day;
  return null;
end $$;
create trigger lots_copied after insert on lots referencing new table as added
  for each statement execute function copy_lots_to_search();

-- Of what the words are to be written anew; a job does it within a minute, a use case that cannot wait does it itself.
create table stale_words (
  farm_id uuid unique references farms on delete cascade,
  product_id uuid unique references products on delete cascade,
  check (num_nonnulls(farm_id, product_id) = 1)
);

create function note_stale_product() returns trigger language plpgsql as $$
begin
  insert into stale_words (product_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger products_words_stale after update of name, kana, item_key, category, method, description on products
  for each row when (row (old.name, old.kana, old.item_key, old.category, old.method, old.description)
    is distinct from row (new.name, new.kana, new.item_key, new.category, new.method, new.description))
  execute function note_stale_product();
create trigger products_words_wanted after update of status on products
  for each row when (new.status = 'listed' and old.status <> 'listed') execute function note_stale_product();

create function note_stale_farm() returns trigger language plpgsql as $$
begin
  insert into stale_words (farm_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger farms_words_stale after update of name, place, prefecture_code on farms
  for each row when (row (old.name, old.place, old.prefecture_code) is distinct from row (new.name, new.place, new.prefecture_code))
  execute function note_stale_farm();

-- One index for each order of the list, and for each narrow way into it.
create index product_search_score on product_search (score desc, product_id desc) where visible;
create index product_search_harvest on product_search (harvested_on desc, product_id desc) where visible;
create index product_search_per_kg on product_search (coalesce(yen_per_kg, 2147483647), product_id) where visible;
create index product_search_ordered on product_search (ordered_count desc, product_id desc) where visible;
create index product_search_prefecture on product_search (prefecture_code, product_id desc) where visible;
create index product_search_item on product_search (item_key, score desc, product_id desc) where visible;

-- Suggestions while one types: names that begin with it.
create index products_name_key on products ((jp_key(name)) collate "C") where status = 'listed';
create index farms_name_key on farms ((jp_key(name)) collate "C") where status = 'approved';
create index farms_kana_key on farms ((jp_key(kana)) collate "C") where status = 'approved';

-- What somebody keeps at hand: goods and farms.
create table favourites (
  person_id uuid not null references people on delete cascade,
  product_id uuid references products,
  farm_id uuid references farms,
  created_at timestamptz not null,
  check (num_nonnulls(product_id, farm_id) = 1)
);
create unique index favourites_product on favourites (person_id, product_id) where product_id is not null;
create unique index favourites_farm on favourites (person_id, farm_id) where farm_id is not null;

-- Of what somebody wants to be told. Once told, `back_in_stock`, `in_season` and `words` have done their work and go.
create table watches (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind in ('back_in_stock', 'in_season', 'price_change', 'new_of_farm', 'words')),
  product_id uuid references products,
  farm_id uuid references farms,
  words text check (char_length(words) between 1 and 100),
  -- the price that was told last
  seen_price_yen integer,
  created_at timestamptz not null,
  -- what is newer than this is news
  told_at timestamptz not null,
  check ((kind in ('back_in_stock', 'in_season', 'price_change')) = (product_id is not null)),
  check ((kind = 'new_of_farm') = (farm_id is not null)),
  check ((kind = 'words') = (words is not null)),
  check ((kind = 'price_change') = (seen_price_yen is not null))
);
create unique index watches_product on watches (person_id, kind, product_id) where product_id is not null;
create unique index watches_farm on watches (person_id, farm_id) where farm_id is not null;
create unique index watches_words on watches (person_id, words) where words is not null;
create index watches_kind on watches (kind, id);
