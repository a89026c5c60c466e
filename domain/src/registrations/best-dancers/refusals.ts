import type { Wording } from '../../kernel/wording.ts'

type PersonRef = { person_id: number; name: string }

export type BestDancerRefusal =
  | {
      code: 'best_dancer.not_offered'
      program: string
      /** Names of the types that may be chosen; none: the city has no program. */
      types: readonly string[]
    }
  | ({ code: 'best_dancer.not_taking_part' } & PersonRef)
  | { code: 'best_dancer.size_unknown'; field: 'jacket_size_id' }
  | { code: 'best_dancer.division_unknown'; field: 'performance_division_id' }
  | { code: 'best_dancer.photo_closed'; email: string }
  | { code: 'best_dancer.jacket_closed'; email: string }
  | { code: 'best_dancer.routine_closed'; email: string }
  | { code: 'best_dancer.not_saved' }
  | { code: 'best_dancer.not_square'; field: 'file' }
  | ({ code: 'best_dancer.incomplete'; tab: string; lacks: readonly string[]; others: number } & PersonRef)

const closedText =
  (what: string) =>
  ({ email }: { email: string }) =>
    `${what} can no longer be changed here. Please write to ${email}.`

/** The documents' own sentence for a photo that is not there; the others are ours. PROG-015. */
export const bestDancerWording: Wording<BestDancerRefusal> = {
  'best_dancer.not_offered': ({ program, types }) =>
    types.length === 0
      ? `${program} cannot be chosen in this city.`
      : `This choice is not one of ${program}. Please choose ${types.join(' or ')}.`,
  'best_dancer.not_taking_part': ({ name }) => `${name} does not take part in this program.`,
  'best_dancer.size_unknown': () => 'Please choose one of the sizes.',
  'best_dancer.division_unknown': () => 'Please choose one of the performance divisions.',
  'best_dancer.photo_closed': closedText('Photos'),
  'best_dancer.jacket_closed': closedText('Jackets'),
  'best_dancer.routine_closed': closedText('Routines of this program'),
  'best_dancer.not_saved': () => 'Something went wrong. Please try again!',
  'best_dancer.not_square': () => 'The photo must be square. Please choose it again.',
  'best_dancer.incomplete': ({ name, lacks, others }) =>
    `${name}${others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'}` : ''} still ${
      others > 0 ? 'need' : 'needs'
    } a ${others > 0 ? 'routine title and a performance division' : lacks.join(' and a ')}. The title may be TBA.`,
}
