import { useRead } from '../api/use-call.ts'

/** Person types, genders, states and countries: what forms about people offer. They hardly ever change. */
export const usePeopleLists = () => useRead('GET /v1/mybtf/people-lists', {}, { staleTime: 3_600_000 }).data
