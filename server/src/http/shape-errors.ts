import type { z, ZodError } from 'zod'

/** One sentence for what is wrong with the shape of one field, in the product's words. */
function say(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined || issue.input === null ? 'Required' : 'Please check this entry.'
  if (issue.code === 'too_big') {
    if (issue.origin === 'string') return `Please use at most ${issue.maximum} characters.`
    if (issue.origin === 'array') return `Please choose at most ${issue.maximum}.`
    return `Please enter at most ${issue.maximum}.`
  }
  if (issue.code === 'too_small') {
    return issue.origin === 'string' || issue.origin === 'array'
      ? 'Required'
      : `Please enter at least ${issue.minimum}.`
  }
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'Please enter a date.'
  return 'Please check this entry.'
}

/** A body or path of the wrong shape: the first field at fault, and a sentence for each. */
export function explainShape(error: ZodError) {
  const issues = error.issues.map((issue) => ({ field: issue.path.join('.'), message: say(issue) }))
  const [first] = issues
  return {
    code: 'malformed',
    message: first?.message ?? 'Please check what you entered.',
    ...(first?.field && { field: first.field }),
    fields: Object.fromEntries(issues.filter(({ field }) => field).map(({ field, message }) => [field, message])),
  }
}
