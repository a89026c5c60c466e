import { configureGlobal } from 'fast-check'

const { PROPERTY_SEED = '20241001', PROPERTY_RUNS = '300' } = process.env

/**
 * Property tests repeat the same examples in each run, so that a change never fails for an example that another change
 * would have failed for as well. `PROPERTY_SEED=random` explores; a failure prints the seed that repeats it.
 * `PROPERTY_RUNS` is the number of examples, also of the tests that have a number of their own.
 */
configureGlobal({
  numRuns: Number(PROPERTY_RUNS),
  // Without a seed fast-check chooses one by the clock.
  ...(PROPERTY_SEED !== 'random' && { seed: Number(PROPERTY_SEED) }),
})
