import { releaseOf } from '@callboard/domain/results/release.ts'
import { resultNames, spokenNames } from '@callboard/domain/results/result-names.ts'
import { announcementScript } from '@callboard/domain/results/script.ts'
import { hashOfValue } from '@callboard/server/results/inputs.ts'
import { expect, test } from 'vitest'
import { openReleases } from './release-kit.ts'

const { stage, first, studios, beginCity } = await openReleases()
const { call, db } = stage

test('OFF-030 the pack of a laptop makes the same results and the same script as the server, and names no dancer of an entry', async () => {
  const { tour_date_id } = await beginCity()
  const read = async (path: string) => {
    const reply = await call(first, 'GET', `${path}?tour_date_id=${tour_date_id}`)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply
  }
  const reply = await read('/v1/office/awards-pack')
  const { tabulation, picks, awards, award_blocks, names } = reply.json()
  const { body } = releaseOf('results', { tabulation, picks, holders: [], sheets: [] })
  expect(body.entries.map(({ total }) => total)).toEqual([28_500, 28_200, 27_900, 27_600])
  expect(hashOfValue(body)).toBe((await read('/v1/office/results/results')).json().result_hash)

  const spoken = spokenNames(resultNames({ ...names, awards }))
  const script = (await read('/v1/office/results/results/script')).json()
  expect(script.of).toBe('preview')
  expect(announcementScript(body, awards, award_blocks, spoken)).toEqual(script.blocks)
  expect(JSON.stringify(script.blocks)).toContain('1st: 1 Ash')

  const ids = studios.flatMap(({ dancers }) => dancers)
  const people = await db.selectFrom('persons').where('id', 'in', ids).select(['fname', 'lname']).execute()
  expect(people).toHaveLength(8)
  expect(people.filter(({ fname, lname }) => reply.body.includes(`${fname} ${lname}`))).toEqual([])
})
