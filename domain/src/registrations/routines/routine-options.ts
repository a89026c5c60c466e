import type { City } from '../../tours/city.ts'

/** Where the office or an owner reads which options a routine has. */
type OptionPlace = 'confirmation' | 'list' | 'edit'

type RoutineOptionField = {
  /** On the form and the confirmation. */
  label: string
  /** In a list of several, such as the changes of an edit. */
  word: string
  shown_in: readonly OptionPlace[]
  /** Whether a city's form asks for it; without it, no form does. */
  isOffered?: (city: Pick<City, 'tour_date' | 'settings'>) => boolean
  /** Text below its switch that explains it. */
  help?: string
}

/** Whether virtual competition is offered here at all: the city has virtual places, and nothing closes it. COMP-021, A105. */
export const offersVirtualCompetition = ({ tour_date }: Pick<City, 'tour_date'>): boolean =>
  (tour_date.virtual_only || tour_date.settings.virtual) &&
  !tour_date.settings.no_virtual &&
  !tour_date.settings.no_virtual_competition &&
  !tour_date.mybtf.no_virtual

/** Whether crew showdown and its pre-qualifying are offered: not where none is needed. COMP-046, A39. */
export const offersCrewShowdown = ({ tour_date, settings }: Pick<City, 'tour_date' | 'settings'>): boolean =>
  settings.crew_showdown_offered && !tour_date.event.needs_no_prequalification

/**
 * The boolean options of a routine, in the order the form asks. Draft, wire shapes, columns, form, confirmation and the
 * differences of an edit follow from this table; a rule that refuses one stands in `options.ts`, its price in
 * `routine-fee.ts`. COMP-019, COMP-025.
 */
export const routineOptions = {
  age_up: {
    label: 'Age up',
    word: 'aged up',
    // An edit shows the age division that it changes.
    shown_in: ['confirmation', 'list'],
    isOffered: () => true,
    help: 'Competes one age division higher.',
  },
  free_ballet: {
    label: 'Free routine',
    word: 'free routine',
    shown_in: ['confirmation', 'list', 'edit'],
    isOffered: () => true,
    help: 'No base fee; extra time and video are still charged.',
  },
  crew_showdown: {
    label: 'Crew showdown',
    word: 'crew showdown',
    shown_in: ['confirmation', 'list', 'edit'],
    isOffered: offersCrewShowdown,
  },
  crew_showdown_pq: {
    label: 'Pre-qualify by video',
    word: 'pre-qualifying by video',
    // A confirmation shows its price line.
    shown_in: ['list', 'edit'],
    isOffered: offersCrewShowdown,
  },
  virtual: {
    label: 'Virtual',
    word: 'virtual',
    // Lists have a column of it.
    shown_in: ['confirmation', 'edit'],
    isOffered: offersVirtualCompetition,
    help: 'Competes by video instead of on stage.',
  },
  prelims: { label: 'Prelims', word: 'prelims', shown_in: ['edit'] },
  finals: { label: 'Finals', word: 'finals', shown_in: ['edit'] },
  vips: { label: 'VIPs', word: 'VIPs', shown_in: ['edit'] },
  on_stage: { label: 'On stage', word: 'on stage', shown_in: ['edit'] },
  has_prop: { label: 'Prop', word: 'prop', shown_in: ['confirmation', 'edit'] },
} as const satisfies Record<string, RoutineOptionField>

export type RoutineOption = keyof typeof routineOptions
export type ChosenOptions = Record<RoutineOption, boolean>

/** All options with what the table says of each. */
export const optionFields = Object.entries(routineOptions) as readonly (readonly [RoutineOption, RoutineOptionField])[]
export const routineOptionNames = optionFields.map(([name]) => name)

/** Returns an object with one value for each option. */
export const mapOptions = <Value>(valueOf: (option: RoutineOption) => Value): Record<RoutineOption, Value> =>
  Object.fromEntries(routineOptionNames.map((name) => [name, valueOf(name)])) as Record<RoutineOption, Value>

/** The options that a place shows. */
export const optionsShownIn = (place: OptionPlace) =>
  optionFields.filter(([, { shown_in }]) => shown_in.includes(place))

/** Words of a routine's chosen options, as far as a list shows them. */
export const chosenWords = (routine: ChosenOptions): string[] =>
  optionsShownIn('list').flatMap(([name, { word }]) => (routine[name] ? [word] : []))

/** A routine without anything that is chosen for one: not stored yet, no options, no music. COMP-019. */
export const plainRoutine = {
  routine_id: null,
  date_routine_id: null,
  extra_time: 0,
  ...mapOptions(() => false),
  regional_award_id: null,
  copy_music: false,
  old_music_id: null,
  copied_from: null,
  music_id: null,
  no_music: false,
  upload_email: null,
} as const
