/** Whether anyone with the link reads a city's published order, and whether links show names of dancers. */
export type OrderReaders = { is_public: boolean; shows_dancers: boolean }

type Reader = 'owner' | 'shared link' | 'public page'

/** The names of an entry's dancers that a reader is shown: the owner's own, and by a link what the office allows. */
export const dancersFor = <Name>(
  reader: Reader,
  { shows_dancers }: Pick<OrderReaders, 'shows_dancers'>,
  dancers: readonly Name[],
): readonly Name[] => (reader === 'owner' || shows_dancers ? dancers : [])

/** Said to the office before names become public. */
export const dancersWarning =
  'Names of minors become public: anyone with a link can read, copy and pass them on. Show them only if families agreed.'
