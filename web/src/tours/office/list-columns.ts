import type { StaticTable } from '@callboard/contract/tours/office-lists.ts'

/** A row, or many rows, of another list; chosen by name. */
type ListReference = { readonly of: StaticTable; readonly many: boolean }

/** One of a few values, each as the office says it. */
type ListChoice = { readonly choices: Readonly<Record<string, string>>; readonly optional: boolean }

/** How a column of a shared list is shown and typed. '?' may be empty. */
export type ListColumn = readonly [
  name: string,
  label: string,
  kind: 'text' | 'text?' | 'number' | 'number?' | 'switch' | 'money' | ListReference | ListChoice,
]

export const isReference = (kind: ListColumn[2]): kind is ListReference => typeof kind === 'object' && 'of' in kind
export const isChoice = (kind: ListColumn[2]): kind is ListChoice => typeof kind === 'object' && 'choices' in kind

type ListPlan = { label: string; one: string; key: string; name: string; columns: readonly ListColumn[] }

/** The lists that every city shares, as the office says them. OFF-010, OFF-011, OFF-013. */
export const sharedLists: Readonly<Record<StaticTable, ListPlan>> = {
  workshop_levels: {
    label: 'Workshop levels',
    one: 'level',
    key: 'id',
    name: 'level',
    columns: [
      ['level', 'Level', 'text'],
      ['plural_name', 'Plural name', 'text'],
      ['id_v', 'Code', 'text'],
      ['kind', 'For', { choices: { dancer: 'Dancers', teacher: 'Teachers', observer: 'Observers' }, optional: false }],
      ['recommended_age', 'Recommended age', 'text?'],
      ['range', 'Ages in words', 'text?'],
      ['minimum_age', 'Youngest', 'number'],
      ['maximum_age', 'Oldest', 'number?'],
      ['observer_days', 'Days of an observer', 'number?'],
      ['college_eligible', 'College discount', 'switch'],
      ['position', 'Position in the list', 'number'],
    ],
  },
  routine_categories: {
    label: 'Routine categories',
    one: 'category',
    key: 'category_id',
    name: 'name',
    columns: [
      ['name', 'Category', 'text'],
      ['abbreviation', 'Abbreviation', 'text'],
      ['min_dancers', 'Fewest dancers', 'number'],
      ['is_solo', 'Solo', 'switch'],
      ['allowed_seconds', 'Seconds on stage', 'number'],
    ],
  },
  age_divisions: {
    label: 'Age divisions',
    one: 'division',
    key: 'level_id',
    name: 'name',
    columns: [
      ['name', 'Division', 'text'],
      ['minimum_age', 'Youngest', 'number'],
      ['is_showcase', 'Showcase', 'switch'],
      ['splits_by_performance', 'Split by performance', 'switch'],
    ],
  },
  performance_divisions: {
    label: 'Performance divisions',
    one: 'division',
    key: 'id',
    name: 'name',
    columns: [
      ['name', 'Division', 'text'],
      ['level', 'Order of difficulty', 'number'],
      ['is_ballet', 'Ballet', 'switch'],
    ],
  },
  competition_awards: {
    label: 'Competition awards',
    one: 'award',
    key: 'id',
    name: 'name',
    columns: [
      ['name', 'Award', 'text'],
      ['minimum_score', 'Lowest score', 'number'],
    ],
  },
  jacket_sizes: {
    label: 'Jacket sizes',
    one: 'size',
    key: 'id',
    name: 'name',
    columns: [
      ['name', 'Size', 'text'],
      ['chest', 'Jacket: chest, in', 'text?'],
      ['length', 'Jacket: length, in', 'text?'],
      ['top_chest', 'Top: chest, in', 'text?'],
      ['top_length', 'Top: length, in', 'text?'],
    ],
  },
  vip_types: {
    label: 'VIP types',
    one: 'type',
    key: 'id',
    name: 'name',
    columns: [
      ['name', 'Type', 'text'],
      ['code', 'Code', 'text'],
      ['amount', 'Amount', 'money'],
      ['active', 'In use', 'switch'],
      ['add_winner', 'Enters winners in the program', 'switch'],
    ],
  },
  nominations: {
    label: 'Nominations',
    one: 'nomination',
    key: 'id',
    name: 'name',
    columns: [
      ['name', 'Nomination', 'text'],
      [
        'step',
        'Asked for in',
        {
          choices: { soty: 'Studio of the Year', 'studio-awards': 'Studio awards', specialty: 'Specialty awards' },
          optional: false,
        },
      ],
    ],
  },
  nomination_types: {
    label: 'Nomination types',
    one: 'type',
    key: 'id',
    name: 'name',
    columns: [
      ['name', 'Type', 'text'],
      ['nomination_id', 'Nomination', { of: 'nominations', many: false }],
      ['age_divisions', 'Age divisions', { of: 'age_divisions', many: true }],
      ['categories', 'Categories', { of: 'routine_categories', many: true }],
      [
        'asks_for',
        'Asks for',
        { choices: { choreographer: 'Choreographer', 'costume designer': 'Costume designer' }, optional: true },
      ],
      [
        'half',
        'Column of the Studio of the Year',
        { choices: { teen_senior: 'Teen & Senior', mini_junior: 'Mini & Junior' }, optional: true },
      ],
    ],
  },
}

/** The lists of which a brand may have rows of its own. */
const brandLists: readonly StaticTable[] = [
  'workshop_levels',
  'age_divisions',
  'performance_divisions',
  'nomination_types',
]
export const isBrandList = (table: StaticTable): boolean => brandLists.includes(table)

export const listNames = Object.keys(sharedLists) as StaticTable[]
export type { StaticTable }
