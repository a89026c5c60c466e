/** The same on regionals and on nationals, each in its own words. COPY-001. */
export const copyWords = {
  copy: {
    button: 'COPY A PREVIOUS ROUTINE',
    title: 'Copy a previous routine',
    act: 'Copy',
    done: 'copied',
  },
  transfer: {
    button: 'TRANSFER REGIONAL ROUTINES',
    title: 'Transfer regional routines',
    act: 'Transfer',
    done: 'transferred',
  },
} as const
