type Paging = { page: number; per_page: number }

/** A page of rows that were read with one more than `per_page`: the one beyond shows that there is a next page. */
export const pageOf = <Row>(rows: readonly Row[], { page, per_page }: Paging) => ({
  rows: rows.slice(0, per_page),
  total: null,
  next: rows.length > per_page ? page + 1 : null,
})

/** The number of the page after this one of `total` rows; null: this one is the last. */
export const nextPage = (total: number, { page, per_page }: Paging) => (page * per_page < total ? page + 1 : null)
