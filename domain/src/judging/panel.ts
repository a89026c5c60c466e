export const disciplines = ['ballet', 'jazz', 'solo'] as const
/** The discipline that an audition panel judges. PROG-022. */
export type Discipline = (typeof disciplines)[number]

export type PanelKind = 'competition' | Discipline

/** Which marks a panel with more judges than counted marks leaves out. */
export type Dropping = 'none' | 'lowest' | 'ends'

export type Panel = {
  id: number
  /** How many marks make a total. */
  counted: number
  dropping: Dropping
}

/** How a sheet came in. `substitute`: the tabulator's mean of the other marks. */
export type SheetSource = 'tablet' | 'paper' | 'import' | 'substitute'

/** Why points are taken off a total. */
export type DeductionCode = 'overtime' | 'costume' | 'music' | 'prop' | 'rules' | 'other'
