/** Whether a person is not held up by closed dates: exempt as a person, or listed (by e-mail, any case) for the date. TOUR-013, SEC-010, SEC-011. */
export const isExempt = (person: { email: string; exempt: boolean }, exceptions: readonly string[]): boolean =>
  person.exempt || exceptions.some((email) => email.trim().toLowerCase() === person.email.trim().toLowerCase())
