import type { ProductScene, Tint } from './scene.ts'

/** A picture, and the ids in produce.json that it shows. */
type Picture = Omit<ProductScene, 'seed'> & { seed?: number; shows: readonly string[] }

const green = '#3c6e47'
const rust = '#c26a2b'
const navy = '#24477a'
const brown = '#8a5a2f'
const plum = '#6a3b8f'

const yellowish: Tint = { hue: 14, saturate: 0.92, light: 1.1 }

// biome-ignore format: a table, one picture per line
export const pictures = {
  // 葉もの
  cabbage: { kind: 'crate', table: 'green', icon: 'cabbage', size: 290, turn: 14, shows: ['cabbage', 'spring_cabbage', 'brussels_sprout'] },
  'red-cabbage': { kind: 'board', table: 'oak', icon: 'redCabbage', n: 4, size: 290, turn: 16, shows: ['red_cabbage', 'trevis'] },
  'napa-cabbage': { kind: 'paper', table: 'oak', icon: 'leafy-green', layout: 'row', n: 3, size: 400, step: 0.62, turn: 10, shows: ['napa_cabbage'] },
  romaine: { kind: 'crate', table: 'green', icon: 'leafy-green', layout: 'row', n: 4, size: 380, step: 0.5, turn: 6, tint: { hue: -12, saturate: 1.15, light: 0.92 }, shows: ['romaine'] },
  lettuce: { kind: 'crate', table: 'white', icon: 'lettuce', size: 270, turn: 14, shows: ['lettuce'] },
  'leaf-lettuce': { kind: 'zaru', table: 'oak', icon: 'sunnyLettuce', n: 5, size: 280, turn: 26, shows: ['sunny_lettuce'] },
  spinach: { kind: 'cloth', table: 'white', cloth: green, icon: 'spinach', layout: 'row', n: 4, size: 360, turn: 10, shows: ['spinach', 'chijimi_spinach'] },
  moroheiya: { kind: 'zaru', table: 'dark', icon: 'moroheiya', n: 7, size: 260, turn: 36, shows: ['moroheiya'] },
  komatsuna: { seed: 5, kind: 'cloth', table: 'oak', cloth: green, icon: 'komatsuna', layout: 'row', n: 4, size: 360, turn: 14, shows: ['komatsuna'] },
  kuushinsai: { kind: 'paper', table: 'oak', icon: 'kuushinsai', layout: 'row', n: 4, size: 400, step: 0.46, turn: 9, shows: ['kuushinsai'] },
  mizuna: { kind: 'paper', table: 'dark', icon: 'mizuna', layout: 'row', n: 4, size: 380, step: 0.48, turn: 8, shows: ['mizuna'] },
  arugula: { kind: 'board', table: 'white', icon: 'arugula', n: 8, size: 240, turn: 40, shows: ['arugula'] },
  shungiku: { kind: 'paper', table: 'white', icon: 'shungiku', layout: 'row', n: 4, size: 390, step: 0.46, turn: 8, shows: ['shungiku'] },
  'bok-choy': { kind: 'crate', table: 'green', icon: 'bokChoy', layout: 'row', n: 4, size: 400, step: 0.46, turn: 6, shows: ['bok_choy'] },
  nira: { kind: 'paper', table: 'oak', icon: 'nira', layout: 'row', n: 5, size: 480, step: 0.28, turn: 7, shows: ['nira', 'kujo_negi'] },
  naganegi: { seed: 2, kind: 'paper', table: 'dark', icon: 'negi', layout: 'row', n: 6, size: 470, turn: 8, shows: ['naganegi'] },
  asparagus: { kind: 'board', table: 'slate', icon: 'asparagus', layout: 'row', n: 4, size: 440, step: 0.4, turn: 7, shows: ['asparagus'] },
  'white-asparagus': { kind: 'cloth', table: 'dark', cloth: green, icon: 'whiteAsparagus', layout: 'row', n: 4, size: 420, step: 0.4, turn: 7, shows: ['white_asparagus', 'udo'] },
  celery: { kind: 'paper', table: 'white', icon: 'celery', layout: 'row', n: 3, size: 500, step: 0.46, turn: 8, shows: ['celery'] },
  fennel: { kind: 'board', table: 'dark', icon: 'fennel', layout: 'row', n: 4, size: 380, step: 0.5, turn: 9, shows: ['fennel'] },
  broccoli: { kind: 'crate', table: 'green', icon: 'broccoli', size: 210, turn: 12, shows: ['broccoli', 'stick_broccoli'] },
  romanesco: { kind: 'board', table: 'slate', icon: 'romanesco', n: 4, size: 290, turn: 12, shows: ['romanesco'] },
  cauliflower: { kind: 'crate', table: 'oak', icon: 'cauliflower', size: 270, turn: 12, shows: ['cauliflower'] },
  nanohana: { kind: 'cloth', table: 'oak', cloth: '#c79a1f', icon: 'nanohana', layout: 'row', n: 4, size: 380, step: 0.44, turn: 10, shows: ['nanohana'] },
  kale: { kind: 'board', table: 'white', icon: 'kale', n: 5, size: 300, turn: 24, shows: ['kale'] },
  watercress: { kind: 'cloth', table: 'dark', cloth: green, icon: 'coriander', n: 7, size: 230, turn: 26, shows: ['watercress', 'coriander', 'mitsuba'] },
  'italian-parsley': { kind: 'zaru', table: 'white', icon: 'italianParsley', n: 8, size: 230, turn: 30, shows: ['italian_parsley'] },
  'baby-leaf': { kind: 'zaru', table: 'white', icon: ['babyGreen', 'babyRed', 'babyGreen', 'sunnyLettuce'], n: 24, size: 185, turn: 90, shows: ['baby_leaf'] },
  artichoke: { kind: 'board', table: 'dark', icon: 'artichoke', n: 5, size: 275, turn: 16, shows: ['artichoke'] },
  takenoko: { kind: 'paper', table: 'green', icon: 'takenoko', layout: 'row', n: 4, size: 400, step: 0.46, turn: 8, shows: ['takenoko'] },
  sprouts: { kind: 'zaru', table: 'slate', icon: 'tomyo', n: 5, size: 260, turn: 12, shows: ['tomyo'] },
  moyashi: { kind: 'zaru', table: 'dark', icon: 'moyashi', n: 9, size: 230, turn: 50, shows: ['moyashi'] },
  sansai: { kind: 'zaru', table: 'oak', icon: ['fiddlehead', 'fukinoto', 'fiddlehead'], n: 11, size: 175, turn: 34, shows: ['warabi', 'kogomi', 'taranome', 'fukinoto'] },

  // 根菜
  carrot: { kind: 'board', table: 'slate', icon: 'carrot', n: 8, size: 220, turn: 34, mayFlip: true, shows: ['carrot'] },
  'color-carrot': { kind: 'zaru', table: 'oak', icon: 'carrot', n: 7, size: 210, turn: 40, mayFlip: true, tint: { hue: 20, saturate: 0.95, light: 1.08 }, shows: ['color_carrot'] },
  daikon: { seed: 4, kind: 'crate', table: 'green', icon: 'daikon', layout: 'row', n: 4, size: 430, turn: 6, shows: ['daikon'] },
  'koushin-daikon': { kind: 'board', table: 'dark', icon: 'koushinDaikon', n: 7, size: 200, turn: 40, shows: ['koushin_daikon'] },
  turnip: { seed: 25, kind: 'cloth', table: 'dark', cloth: navy, icon: 'kabu', n: 6, size: 255, turn: 16, shows: ['turnip', 'shogoin_kabu'] },
  radish: { kind: 'zaru', table: 'white', icon: 'root-vegetable', n: 11, size: 190, turn: 30, shows: ['radish', 'beet'] },
  burdock: { kind: 'paper', table: 'oak', icon: 'burdock', layout: 'row', n: 4, size: 540, step: 0.3, turn: 5, shows: ['burdock'] },
  potato: { kind: 'crate', table: 'slate', icon: 'potato', size: 200, turn: 60, shows: ['potato', 'kitaakari'] },
  'may-queen': { kind: 'zaru', table: 'oak', icon: 'potato', n: 9, size: 190, turn: 60, tint: yellowish, shows: ['may_queen'] },
  'sweet-potato': { seed: 7, kind: 'crate', table: 'dark', icon: 'roasted-sweet-potato', size: 250, turn: 16, tint: { saturate: 0.8, light: 0.9 }, shows: ['sweet_potato', 'annouimo'] },
  satoimo: { kind: 'zaru', table: 'white', icon: 'satoimo', n: 10, size: 180, turn: 40, shows: ['satoimo'] },
  nagaimo: { kind: 'crate', table: 'oak', icon: 'nagaimo', layout: 'row', n: 6, size: 500, step: 0.25, turn: 4, shows: ['nagaimo', 'jinenjo'] },
  renkon: { seed: 15, kind: 'zaru', table: 'slate', icon: 'renkon', n: 9, size: 196, turn: 60, shows: ['renkon'] },
  ginger: { kind: 'board', table: 'dark', icon: 'ginger-root', n: 6, size: 250, turn: 30, shows: ['ginger', 'new_ginger'] },
  garlic: { kind: 'zaru', table: 'oak', icon: 'garlic', n: 9, size: 190, turn: 24, shows: ['garlic'] },
  onion: { kind: 'crate', table: 'white', icon: 'onion', size: 210, turn: 10, shows: ['onion', 'shallot'] },
  'new-onion': { kind: 'zaru', table: 'green', icon: 'onion', n: 8, size: 210, turn: 30, tint: { saturate: 0.45, light: 1.2 }, shows: ['new_onion'] },
  'red-onion': { kind: 'cloth', table: 'oak', cloth: plum, icon: 'onion', n: 7, size: 230, turn: 18, tint: { hue: -62, saturate: 1.25, light: 0.68 }, shows: ['red_onion'] },
  yurine: { kind: 'cloth', table: 'dark', cloth: brown, icon: 'yurine', n: 6, size: 230, turn: 20, shows: ['yurine'] },
  kuwai: { kind: 'zaru', table: 'dark', icon: 'kuwai', n: 9, size: 180, turn: 26, shows: ['kuwai'] },
  wasabi: { kind: 'board', table: 'slate', icon: 'wasabi', layout: 'row', n: 4, size: 380, step: 0.42, turn: 14, shows: ['wasabi'] },

  // 果菜
  tomato: { seed: 3, kind: 'crate', table: 'white', icon: 'tomato', size: 184, turn: 7, pack: 0.83, shows: ['tomato'] },
  'fruit-tomato': { kind: 'zaru', table: 'dark', icon: 'tomato', n: 12, size: 165, turn: 20, tint: { saturate: 1.1, light: 0.92 }, shows: ['fruit_tomato'] },
  'mini-tomato': { kind: 'crate', table: 'oak', icon: 'tomato', size: 124, turn: 12, pack: 0.8, shows: ['mini_tomato'] },
  cucumber: { kind: 'crate', table: 'green', icon: 'kyuri', layout: 'row', n: 7, size: 480, step: 0.2, turn: 4, shows: ['cucumber'] },
  eggplant: { kind: 'zaru', table: 'oak', icon: 'nasu', n: 7, size: 230, turn: 24, mayFlip: false, shows: ['eggplant'] },
  'round-eggplant': { kind: 'board', table: 'white', icon: 'mizuNasu', n: 6, size: 220, turn: 18, shows: ['mizu_nasu', 'kamo_nasu'] },
  zucchini: { kind: 'board', table: 'slate', icon: ['zucchini', 'zucchini', 'yellowZucchini'], layout: 'row', n: 6, size: 430, step: 0.26, turn: 7, shows: ['zucchini'] },
  'bell-pepper': { kind: 'crate', table: 'oak', icon: 'bell-pepper', size: 190, turn: 18, shows: ['bell_pepper'] },
  paprika: { kind: 'crate', table: 'white', icon: ['redPaprika', 'yellowPaprika', 'orangePaprika'], size: 230, turn: 10, shows: ['paprika'] },
  'green-chili': { kind: 'zaru', table: 'white', icon: 'greenPepper', n: 13, size: 200, turn: 40, mayFlip: false, shows: ['shishito', 'manganji'] },
  chili: { kind: 'zaru', table: 'dark', icon: 'hot-pepper', n: 13, size: 190, turn: 40, mayFlip: false, shows: ['chili'] },
  pumpkin: { kind: 'paper', table: 'oak', icon: 'kabocha', n: 5, size: 250, turn: 8, shows: ['pumpkin'] },
  butternut: { kind: 'crate', table: 'dark', icon: 'butternut', size: 270, turn: 12, shows: ['butternut'] },
  corn: { kind: 'crate', table: 'green', icon: 'ear-of-corn', size: 270, turn: 10, shows: ['corn'] },
  okra: { kind: 'zaru', table: 'slate', icon: 'okra', n: 15, size: 190, turn: 40, mayFlip: false, shows: ['okra'] },
  goya: { kind: 'paper', table: 'white', icon: 'goya', layout: 'row', n: 5, size: 400, step: 0.36, turn: 14, shows: ['goya'] },
  togan: { kind: 'board', table: 'oak', icon: 'togan', layout: 'row', n: 3, size: 390, step: 0.66, turn: 10, shows: ['togan'] },
  edamame: { kind: 'zaru', table: 'dark', icon: 'edamame', n: 17, size: 170, turn: 60, mayFlip: false, shows: ['edamame', 'kuro_edamame', 'dadachamame'] },
  soramame: { kind: 'paper', table: 'green', icon: 'soramame', n: 8, size: 280, turn: 40, mayFlip: false, shows: ['soramame'] },
  ingen: { kind: 'cloth', table: 'oak', cloth: green, icon: 'ingen', n: 15, size: 260, turn: 30, mayFlip: false, shows: ['ingen'] },
  'pea-pod': { kind: 'zaru', table: 'oak', icon: ['kinusaya', 'pea-pod'], n: 13, size: 180, turn: 40, mayFlip: false, shows: ['snap_pea', 'kinusaya', 'green_pea'] },
  peanut: { kind: 'zaru', table: 'dark', icon: 'peanuts', n: 17, size: 140, turn: 60, shows: ['peanut'] },

  // きのこ
  shiitake: { seed: 11, kind: 'zaru', table: 'dark', icon: 'brown-mushroom', n: 15, size: 156, turn: 40, shows: ['shiitake', 'log_shiitake'] },
  shimeji: { kind: 'cloth', table: 'dark', cloth: brown, icon: 'shimeji', n: 5, size: 280, turn: 12, shows: ['shimeji'] },
  maitake: { kind: 'zaru', table: 'oak', icon: 'maitake', n: 5, size: 270, turn: 20, shows: ['maitake'] },
  enoki: { kind: 'board', table: 'slate', icon: 'enoki', n: 5, size: 270, turn: 14, shows: ['enoki'] },
  eringi: { kind: 'board', table: 'dark', icon: 'eringi', n: 7, size: 240, turn: 30, mayFlip: false, shows: ['eringi'] },
  nameko: { kind: 'zaru', table: 'slate', icon: 'nameko', n: 5, size: 260, turn: 14, shows: ['nameko'] },
  kikurage: { kind: 'zaru', table: 'white', icon: 'kikurage', n: 6, size: 240, turn: 30, shows: ['kikurage'] },
  'white-mushroom': { kind: 'cloth', table: 'dark', cloth: green, icon: ['whiteMushroom', 'brown-mushroom', 'whiteMushroom'], n: 11, size: 170, turn: 34, shows: ['mushroom_white'] },
  matsutake: { kind: 'zaru', table: 'green', icon: 'matsutake', n: 6, size: 240, turn: 26, shows: ['matsutake'] },

  // ハーブ・花
  shiso: { kind: 'cloth', table: 'white', cloth: green, icon: 'shiso', n: 9, size: 210, turn: 40, shows: ['ooba'] },
  myoga: { kind: 'zaru', table: 'dark', icon: 'myoga', n: 11, size: 170, turn: 30, shows: ['myoga'] },
  sansho: { kind: 'paper', table: 'dark', icon: ['sansho', 'herb', 'sansho'], n: 8, size: 220, turn: 34, shows: ['sansho', 'kinome'] },
  basil: { kind: 'board', table: 'white', icon: 'basil', n: 8, size: 260, turn: 40, shows: ['basil', 'mint'] },
  rosemary: { kind: 'board', table: 'oak', icon: ['rosemary', 'thyme'], n: 11, size: 270, turn: 34, shows: ['rosemary', 'thyme'] },
  dill: { kind: 'paper', table: 'slate', icon: 'dill', layout: 'row', n: 3, size: 390, step: 0.72, turn: 9, shows: ['dill'] },
  'edible-flower': { kind: 'zaru', table: 'white', icon: ['cherry-blossom', 'blossom', 'hibiscus'], n: 16, size: 140, turn: 60, shows: ['edible_flower'] },
  'edible-chrysanthemum': { kind: 'zaru', table: 'dark', icon: 'blossom', n: 15, size: 150, turn: 60, tint: yellowish, shows: ['edible_chrysanthemum'] },
  bouquet: { kind: 'paper', table: 'white', icon: 'bouquet', n: 3, size: 330, turn: 12, shows: ['cut_flower'] },

  // セット
  'vegetable-set': { seed: 8, kind: 'crate', table: 'oak', icon: ['carrot', 'tomato', 'broccoli', 'potato', 'onion', 'komatsuna'], size: 230, turn: 20, shows: ['vegetable_set'] },

  // 果物
  apple: { kind: 'cloth', table: 'oak', cloth: green, icon: ['redApple', 'redApple', 'redAppleCut', 'redApple'], n: 7, size: 250, turn: 16, shows: ['apple_fuji'] },
  'green-apple': { kind: 'zaru', table: 'white', icon: ['yellowApple', 'yellowApple', 'yellowAppleCut'], n: 7, size: 230, turn: 16, shows: ['apple_shinano'] },
  nashi: { kind: 'crate', table: 'green', icon: 'russetNashi', size: 200, turn: 12, shows: ['pear_kosui'] },
  'green-nashi': { kind: 'zaru', table: 'oak', icon: 'greenNashi', n: 7, size: 206, turn: 14, shows: ['pear_nijisseiki'] },
  pear: { kind: 'paper', table: 'dark', icon: 'pear', n: 7, size: 230, turn: 16, tint: { hue: -12, saturate: 0.85, light: 1.02 }, shows: ['la_france'] },
  peach: { kind: 'crate', table: 'white', icon: 'peach', size: 200, turn: 8, tint: { hue: -9, saturate: 0.74, light: 1.12 }, shows: ['peach'] },
  plum: { kind: 'zaru', table: 'oak', icon: ['plum', 'nectarine'], n: 12, size: 160, turn: 20, shows: ['plum', 'nectarine'] },
  cherry: { kind: 'cloth', table: 'white', cloth: '#ad2037', icon: 'cherries', n: 12, size: 180, turn: 20, shows: ['cherry'] },
  ume: { kind: 'zaru', table: 'dark', icon: 'ume', n: 16, size: 140, turn: 30, shows: ['ume'] },
  apricot: { kind: 'zaru', table: 'green', icon: 'apricot', n: 12, size: 156, turn: 24, shows: ['apricot'] },
  grape: { kind: 'board', table: 'oak', icon: 'kyoho', n: 5, size: 290, turn: 16, shows: ['grape_kyoho', 'delaware'] },
  muscat: { seed: 19, kind: 'board', table: 'white', icon: 'muscat', n: 5, size: 300, turn: 16, shows: ['shine_muscat'] },
  persimmon: { kind: 'crate', table: 'dark', icon: 'persimmon', size: 200, turn: 14, shows: ['persimmon'] },
  fig: { kind: 'cloth', table: 'oak', cloth: plum, icon: ['fig', 'fig', 'figCut'], n: 9, size: 190, turn: 24, mayFlip: false, shows: ['fig'] },
  chestnut: { kind: 'zaru', table: 'dark', icon: 'chestnut', n: 14, size: 150, turn: 26, mayFlip: false, shows: ['chestnut'] },
  biwa: { kind: 'crate', table: 'green', icon: 'biwa', size: 170, turn: 14, shows: ['biwa'] },
  strawberry: { kind: 'crate', table: 'white', icon: 'strawberry', size: 160, turn: 12, shows: ['strawberry'] },
  blueberry: { kind: 'cloth', table: 'white', cloth: navy, icon: 'blueberries', n: 14, size: 160, turn: 50, mayFlip: false, shows: ['blueberry'] },
  raspberry: { kind: 'cloth', table: 'oak', cloth: '#a3304a', icon: 'raspberry', n: 14, size: 150, turn: 24, shows: ['raspberry'] },
  melon: { kind: 'paper', table: 'dark', icon: 'melon', n: 4, size: 290, turn: 8, shows: ['melon', 'yubari_melon'] },
  watermelon: { kind: 'board', table: 'white', icon: 'watermelon', n: 5, size: 270, turn: 20, shows: ['watermelon'] },
  kiwi: { kind: 'board', table: 'oak', icon: 'kiwi-fruit', n: 8, size: 200, turn: 30, mayFlip: false, shows: ['kiwi'] },
  mikan: { kind: 'crate', table: 'oak', icon: 'tangerine', size: 176, turn: 16, shows: ['mikan', 'iyokan', 'setoka'] },
  shiranui: { kind: 'zaru', table: 'dark', icon: 'shiranui', n: 7, size: 230, turn: 24, shows: ['shiranui'] },
  'yellow-citrus': { kind: 'crate', table: 'green', icon: 'tangerine', size: 200, turn: 16, tint: yellowish, shows: ['amanatsu', 'hassaku', 'hyuganatsu'] },
  lemon: { kind: 'crate', table: 'oak', icon: 'lemon', size: 186, turn: 30, mayFlip: false, shows: ['lemon'] },
  yuzu: { seed: 21, kind: 'zaru', table: 'white', icon: 'tangerine', n: 12, size: 180, turn: 30, tint: yellowish, mayFlip: false, shows: ['yuzu'] },
  sudachi: { kind: 'zaru', table: 'oak', icon: ['sudachi', 'sudachi', 'sudachiCut'], n: 14, size: 144, turn: 30, mayFlip: false, shows: ['sudachi', 'kabosu', 'shikuwasa'] },
  kinkan: { kind: 'zaru', table: 'dark', icon: 'kinkan', n: 20, size: 122, turn: 60, mayFlip: false, shows: ['kinkan'] },
  mango: { kind: 'paper', table: 'white', icon: 'mango', n: 6, size: 230, turn: 18, shows: ['mango'] },
  pineapple: { kind: 'board', table: 'green', icon: 'pineapple', layout: 'row', n: 4, size: 380, step: 0.5, turn: 8, shows: ['pineapple'] },
  'passion-fruit': { kind: 'zaru', table: 'white', icon: ['passionFruit', 'passionCut', 'passionFruit'], n: 10, size: 170, turn: 30, mayFlip: false, shows: ['passion_fruit'] },
  'dragon-fruit': { kind: 'board', table: 'slate', icon: ['dragonFruit', 'dragonCut', 'dragonFruit'], n: 6, size: 240, turn: 24, mayFlip: false, shows: ['dragon_fruit'] },
  avocado: { kind: 'cloth', table: 'oak', cloth: green, icon: 'avocado', n: 7, size: 210, turn: 24, mayFlip: false, shows: ['avocado'] },
  banana: { kind: 'paper', table: 'oak', icon: 'banana', n: 6, size: 240, turn: 20, shows: ['banana_domestic'] },

  // 米・豆
  rice: { seed: 8, kind: 'cloth', table: 'dark', cloth: brown, icon: 'sheaf-of-rice', layout: 'row', n: 4, size: 370, turn: 18, mayFlip: false, shows: ['rice_koshihikari', 'rice_tsuyahime', 'rice_yumepirika', 'rice_akitakomachi'] },
  'mochi-rice': { kind: 'cloth', table: 'oak', cloth: navy, icon: 'riceMasu', layout: 'row', n: 2, size: 330, step: 1.08, turn: 9, shows: ['mochi_rice'] },
  'brown-rice': { kind: 'cloth', table: 'dark', cloth: green, icon: 'brownRiceMasu', layout: 'row', n: 2, size: 330, step: 1.08, turn: 9, shows: ['brown_rice', 'mochi_mugi'] },
  'soba-flour': { kind: 'cloth', table: 'slate', cloth: brown, icon: 'sobaFlour', layout: 'row', n: 2, size: 330, step: 1.08, turn: 9, shows: ['soba'] },
  soybean: { kind: 'cloth', table: 'dark', cloth: navy, icon: 'soybeanMasu', layout: 'row', n: 2, size: 330, step: 1.08, turn: 9, shows: ['soybean'] },
  azuki: { kind: 'cloth', table: 'white', cloth: '#a3304a', icon: 'azukiMasu', layout: 'row', n: 2, size: 330, step: 1.08, turn: 9, shows: ['azuki'] },

  // 卵・乳
  egg: { seed: 6, kind: 'cloth', table: 'white', cloth: rust, icon: 'egg', n: 13, size: 172, turn: 30, shows: ['egg'] },
  'quail-egg': { kind: 'zaru', table: 'dark', icon: 'quailEgg', n: 20, size: 124, turn: 40, mayFlip: false, shows: ['quail_egg'] },
  milk: { kind: 'cloth', table: 'oak', cloth: navy, icon: 'glass-of-milk', layout: 'row', n: 4, size: 320, step: 0.56, turn: 3, shows: ['milk'] },
  mozzarella: { kind: 'board', table: 'dark', icon: ['mozzarella', 'mozzarella', 'basil'], n: 8, size: 190, turn: 24, mayFlip: false, shows: ['mozzarella'] },
  butter: { kind: 'board', table: 'white', icon: 'butter', n: 4, size: 270, turn: 10, shows: ['butter'] },

  // 肉
  wagyu: { kind: 'board', table: 'dark', icon: 'wagyu', n: 5, size: 310, turn: 18, mayFlip: false, shows: ['wagyu'] },
  pork: { kind: 'paper', table: 'white', icon: 'porkLoin', n: 5, size: 310, turn: 18, mayFlip: false, shows: ['pork'] },
  chicken: { kind: 'board', table: 'green', icon: 'chicken', n: 5, size: 310, turn: 22, mayFlip: false, shows: ['jidori'] },
  duck: { kind: 'board', table: 'slate', icon: 'duckBreast', n: 5, size: 310, turn: 22, mayFlip: false, shows: ['duck'] },
  lamb: { kind: 'paper', table: 'slate', icon: 'lambLoin', n: 5, size: 310, turn: 22, mayFlip: false, shows: ['lamb', 'venison', 'boar'] },

  // 魚介
  madai: { kind: 'board', table: 'white', icon: 'madai', n: 3, size: 400, turn: 10, mayFlip: false, shows: ['madai'] },
  buri: { kind: 'board', table: 'slate', icon: 'buri', n: 3, size: 380, turn: 8, mayFlip: false, shows: ['buri'] },
  salmon: { kind: 'paper', table: 'slate', icon: 'salmon', n: 3, size: 400, turn: 8, mayFlip: false, shows: ['salmon_aki'] },
  aji: { kind: 'zaru', table: 'white', icon: 'aji', n: 5, size: 330, turn: 10, mayFlip: false, shows: ['aji'] },
  saba: { kind: 'zaru', table: 'dark', icon: 'saba', n: 4, size: 310, turn: 10, mayFlip: false, shows: ['saba'] },
  scallop: { kind: 'zaru', table: 'slate', icon: 'scallop', n: 8, size: 196, turn: 30, shows: ['hotate'] },
  oyster: { kind: 'board', table: 'slate', icon: 'oyster', n: 8, size: 210, turn: 30, shows: ['oyster'] },
  shrimp: { kind: 'zaru', table: 'dark', icon: 'shrimp', n: 9, size: 200, turn: 20, shows: ['kuruma_ebi'] },
  crab: { kind: 'board', table: 'slate', icon: 'crab', n: 4, size: 290, turn: 14, tint: { saturate: 0.85, light: 0.94 }, shows: ['zuwaigani'] },
  squid: { kind: 'board', table: 'slate', icon: 'squid', layout: 'row', n: 4, size: 380, step: 0.46, turn: 14, shows: ['surumeika'] },
  octopus: { kind: 'board', table: 'white', icon: 'octopusArm', n: 6, size: 240, turn: 40, mayFlip: false, shows: ['tako'] },
  uni: { kind: 'zaru', table: 'slate', icon: 'uni', n: 7, size: 206, turn: 40, shows: ['uni'] },
  shirasu: { kind: 'zaru', table: 'slate', icon: 'shirasu', n: 13, size: 230, turn: 90, shows: ['shirasu'] },
  wakame: { kind: 'zaru', table: 'white', icon: 'wakame', n: 6, size: 270, turn: 40, shows: ['wakame'] },
  nori: { kind: 'paper', table: 'oak', icon: 'nori', n: 4, size: 320, turn: 20, shows: ['nori'] },

  // 加工品
  miso: { kind: 'cloth', table: 'oak', cloth: rust, icon: 'misoTub', layout: 'row', n: 2, size: 350, step: 1, turn: 3, shows: ['miso'] },
  'soy-sauce': { kind: 'cloth', table: 'dark', cloth: brown, icon: 'soySauce', layout: 'row', n: 4, size: 400, step: 0.42, turn: 3, shows: ['soy_sauce'] },
  umeboshi: { kind: 'zaru', table: 'white', icon: 'umeboshi', n: 15, size: 144, turn: 50, mayFlip: false, shows: ['umeboshi'] },
  'dried-shiitake': { kind: 'zaru', table: 'oak', icon: 'driedShiitake', n: 14, size: 150, turn: 90, mayFlip: false, shows: ['dried_shiitake'] },
  honey: { kind: 'cloth', table: 'oak', cloth: '#c79a1f', icon: 'honey-pot', layout: 'row', n: 3, size: 300, step: 0.78, turn: 4, shows: ['honey'] },
  sencha: { kind: 'zaru', table: 'dark', icon: 'teaLeaf', n: 14, size: 220, turn: 90, shows: ['sencha'] },
  'olive-oil': { kind: 'board', table: 'white', icon: ['oliveOil', 'olive'], layout: 'row', n: 4, size: 360, step: 0.5, turn: 4, shows: ['olive_oil'] },
  sake: { kind: 'cloth', table: 'dark', cloth: navy, icon: 'sake', layout: 'row', n: 3, size: 340, step: 0.72, turn: 3, shows: ['sake'] },
  wine: { kind: 'board', table: 'dark', icon: ['wine', 'kyoho'], layout: 'row', n: 4, size: 360, step: 0.5, turn: 5, shows: ['wine_jp'] },
} as const satisfies Record<string, Picture>

export type PictureName = keyof typeof pictures

/** Which picture shows a produce id of produce.json. Files: /pictures/<name>-960.webp, -480.webp, -160.webp. */
export const pictureOf: Readonly<Record<string, PictureName>> = Object.fromEntries(
  pictureNames().flatMap((name) => pictures[name].shows.map((id) => [id, name])),
)

export function pictureNames(): PictureName[] {
  return Object.keys(pictures).filter((name): name is PictureName => name in pictures)
}

export function sceneOf(name: PictureName): ProductScene {
  const picture: Picture = pictures[name]
  return { ...picture, seed: picture.seed ?? seedFrom(name) }
}

/** A seed made from the name, so that a new picture does not change the others. */
function seedFrom(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
}
