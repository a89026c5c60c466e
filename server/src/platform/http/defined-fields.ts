type Given<Change> = { [Name in keyof Change]?: Exclude<Change[Name], undefined> }

/** Returns the fields of a change that are defined. */
export const given = <Change extends object>(change: Change): Given<Change> =>
  // The cast: what is undefined was just taken out.
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<Change>
