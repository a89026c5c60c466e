/** The label of a credit's amount: with its source, as the studio wrote it. */
export const creditLabel = (from: string | null | undefined): string =>
  from ? `Credit: ${from}` : 'Credit and vouchers'
