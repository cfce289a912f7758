/** The small pictures of the category row. Files: /pictures/category-<name>.webp, 96 px, transparent. */
export const categoryGlyphs = {
  leaf: 'leafy-green',
  fruitveg: 'tomato',
  root: 'daikon',
  mushroom: 'brown-mushroom',
  fruit: 'tangerine',
  egg: 'egg',
  rice: 'sheaf-of-rice',
  meat: 'cut-of-meat',
  fish: 'fish',
  processed: 'honey-pot',
  herb: 'herb',
  set: 'green-salad',
} as const
