type Given<Change> = { [Name in keyof Change]?: Exclude<Change[Name], undefined> }

/** What of a change was sent; a field left out is not in it. */
export const given = <Change extends object>(change: Change): Given<Change> =>
  // The cast: what is undefined was just taken out.
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given<Change>
