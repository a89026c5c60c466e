type Given<Change> = { [Name in keyof Change]?: Exclude<Change[Name], undefined> }

/** Returns the fields of a change that are defined. */
export const given = <Change extends object>(change: Change): Given<Change> =>
  // The cast is safe: undefined fields were removed.
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<Change>
