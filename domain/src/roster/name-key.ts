/** One key for two spellings of a name: without case, accents, spaces and punctuation. Sources of duplicates meet on it. ROST-018. */
export const nameKey = (fname: string, lname: string): string =>
  `${fname}${lname}`
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\p{S}\s]/gu, '')
    .toLowerCase()
