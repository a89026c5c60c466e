import type { AuditEntry } from '@callboard/domain/desk/audit-changes.ts'
import { auditSentence } from '@callboard/domain/desk/audit-sentences.ts'
import { handOverCodes, handOverText } from '@callboard/domain/judging/hand-over.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { insertEvents, plainEvent, thisSeason } from '@callboard/server/dev/build-season.ts'
import { listCritiqueMarks } from '@callboard/server/critiques/queries.ts'
import { sealOf } from '@callboard/server/judging/hand-over-seal.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'
import { addItem } from '../scenarios/critiques.ts'
import { makeJudgedOrder, makePanel, pairDirectly } from '../scenarios/judging.ts'
import { deviceHeaders } from '../scenarios/request-of.ts'
import { addAward } from '../scenarios/results.ts'
import { addAccount, openSeason } from '../scenarios/small-city.ts'

const stage = await openStage({ now: '2024-10-01T16:00:00Z' })
const { db, call, app } = stage
const season = await openSeason(stage)
const desk = await addAccount(stage)
const technique = await addItem(stage, 'Technique')
const turns = await addItem(stage, 'Turns', technique, 2)

let order: Awaited<ReturnType<typeof makeJudgedOrder>>
let device = { id: 0, token: '' }
let [one, other, seat_id] = [0, 0, 0]
let seats: readonly number[] = []

beforeEach(async () => {
  order = await makeJudgedOrder(stage, season, desk)
  const panel = await makePanel(stage, order.tour_date_id, { blocks: order.blocks.slice(0, 1) })
  ;[one = 0, other = 0] = order.routines
  seats = panel.seats
  ;[seat_id = 0] = seats
  device = await pairDirectly(stage, desk, seat_id)
})

const asJudge = async (method: 'GET' | 'POST', url: string, payload?: object, token = device.token) => {
  const reply = await app.inject({ method, url, headers: deviceHeaders(token), ...(payload && { payload }) })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const readPack = () => asJudge('GET', '/v1/judging/pack')
const sheet = (registration_routine_id: number, revision: number, more: object = {}) => ({
  ...{ client_id: crypto.randomUUID() as string, registration_routine_id, revision, points: 9_000 },
  ...{ critique: '', note: '', switches: [], critique_marks: [], base_sheet: null, criteria: null, abstained: null },
  marked_at: '2024-11-02T15:04:05.000Z',
  ...more,
})
const sendFrom = async (token: string, ...sheets: object[]): Promise<string[]> => {
  const answer = await asJudge('POST', '/v1/judging/sheets', { sheets }, token)
  return answer.sheets.map(({ status }: { status: string }) => status)
}
const send = (...sheets: object[]) => sendFrom(device.token, ...sheets)
const itemsOf = async (routine_id: number) => {
  const rows = await db.transaction().execute((tx) => listCritiqueMarks(tx, [routine_id]))
  return rows.map(({ critique_item_id, good, at_ms }) => [critique_item_id, good, at_ms])
}
const withdraw = async (entry_id: number, revision: number) => {
  const withdrawal = { withdrawn_at: stage.clock.now(), withdrawn_by: desk }
  const sheets = db.updateTable('score_sheets').set(withdrawal).where('registration_routine_id', '=', entry_id)
  await sheets.where('revision', '>=', revision).execute()
}
const good = { critique_item_id: technique, good: true, at_ms: 12_500 }
const bad = { critique_item_id: turns, good: false, at_ms: null }
const asOffice = async (place: string, body: object) => {
  const reply = await call(desk, 'POST', `/v1/office/scores/${place}`, body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

describe('items and nominations', () => {
  test('the pack has the active vocabulary and the awards that judges choose', async () => {
    const inactive = await addItem(stage, `Hidden ${order.tour_date_id}`)
    const below = await addItem(stage, 'Below', inactive, 2)
    await db.updateTable('critique_items').where('id', '=', inactive).set({ active: false }).execute()
    const [own, foreign] = [await addItem(stage, 'Of this event'), await addItem(stage, 'Of another event')]
    const rival = { ...plainEvent, id: plainEvent.id + 1, name: 'Solstice', subdomain: 'solstice' }
    await db.transaction().execute((tx) => insertEvents(tx, [rival], [thisSeason.id]))
    const items = db.updateTable('critique_items')
    await items.set({ event_id: plainEvent.id }).where('id', '=', own).execute()
    await items.set({ event_id: rival.id }).where('id', '=', foreign).execute()
    const awards = { name: 'Most musical', kind: 'choice', places: [], scope: { group_by: [] } }
    const award_id = await addAward(stage, desk, order.tour_date_id, awards)
    await addAward(stage, desk, order.tour_date_id, { name: 'Overall' })
    const retired = await addAward(stage, desk, order.tour_date_id, { ...awards, name: 'Most daring' })
    await db.updateTable('award_definitions').set({ active: false }).where('id', '=', retired).execute()
    const { vocabulary, switches } = await readPack()
    const ids = vocabulary.map(({ id }: { id: number }) => id)
    expect(ids.indexOf(technique)).toBeLessThan(ids.indexOf(turns))
    expect([own, inactive, below, foreign].filter((id) => ids.includes(id))).toEqual([own])
    expect(switches).toEqual([{ id: award_id, name: 'Most musical' }])
  })

  test('RES-008 items, a text, a note and nominations come with their sheet, once, and back in the pack', async () => {
    const own = sheet(one, 1, {
      ...{ critique: 'Breathe', note: 'Late entrance', switches: [3] },
      critique_marks: [good, bad, { critique_item_id: 2_000_000, good: true, at_ms: null }],
    })
    expect(await send(own, own)).toEqual(['stored', 'duplicate'])
    expect(await send(own)).toEqual(['duplicate'])
    expect(await itemsOf(one)).toEqual([
      [technique, true, 12_500],
      [turns, false, null],
    ])
    expect((await readPack()).sheets).toMatchObject([
      { critique: 'Breathe', note: 'Late entrance', switches: [3], critique_marks: [good, bad] },
    ])
  })

  test('the office sees whom judges nominate: by their latest sheets, most named first, and nobody contested', async () => {
    const awards = { name: 'Most musical', kind: 'choice', places: [], scope: { group_by: [] } }
    const award_id = await addAward(stage, desk, order.tour_date_id, awards)
    const path = `/v1/office/judge-nominations?tour_date_id=${order.tour_date_id}`
    const namesOf = async () => {
      const award = (await call(desk, 'GET', path)).json().awards.find(({ id }: { id: number }) => id === award_id)
      return award.entries.map(({ id, judges }: { id: number; judges: number[] }) => [id, judges])
    }
    await send(sheet(one, 1, { switches: [award_id] }), sheet(other, 1, { switches: [award_id] }))
    const second = await pairDirectly(stage, desk, seats[1] ?? 0)
    await sendFrom(second.token, sheet(other, 1, { switches: [award_id] }))
    expect(await namesOf()).toEqual([
      [other, [1, 2]],
      [one, [1]],
    ])
    // A judge in training nominates nobody.
    const ofSecond = db.updateTable('judge_seats').where('id', '=', seats[1] ?? 0)
    await ofSecond.set({ shadow: true }).execute()
    expect(await namesOf()).toEqual([
      [one, [1]],
      [other, [1]],
    ])
    await ofSecond.set({ shadow: false }).execute()
    await send(sheet(one, 2), sheet(other, 1, { points: 8_000 }))
    expect(await namesOf()).toEqual([[other, [2]]])
    await withdraw(other, 1)
    expect(await namesOf()).toEqual([])
    expect((await call(order.studio.user_id, 'GET', path)).statusCode).toBe(403)
  })

  test('a choice and a swap take items and the office’s text along', async () => {
    const first = sheet(one, 1, { critique_marks: [good] })
    await send(first, sheet(one, 1, { points: 8_000 }))
    expect(await itemsOf(one)).toEqual([])
    await asOffice('choose', { client_id: first.client_id, reason: 'The judge said so' })
    expect(await itemsOf(one)).toEqual([[technique, true, 12_500]])
    const { client_id } = (await readPack()).sheets[0]
    const text = { critique: 'Use the floor.', note: '', good: [technique], bad: [turns] }
    expect((await call(desk, 'PUT', `/v1/office/critiques/${client_id}`, text)).statusCode).toBe(200)
    await asOffice('swap', { one_id: one, other_id: other, seat_ids: [seat_id], reason: 'Mixed up' })
    expect(await itemsOf(one)).toEqual([])
    expect((await itemsOf(other)).map(([id, isGood]) => [id, isGood])).toEqual([
      [technique, true],
      [turns, false],
    ])
    const { entries } = (await call(desk, 'GET', `/v1/office/critiques?tour_date_id=${order.tour_date_id}`)).json()
    const ofOther = entries.find(({ id }: { id: number }) => id === other)
    expect(ofOther.sheets[0]).toMatchObject({ critique: 'Use the floor.' })
  })

  test('RES-008 a mark that the office types over the judge’s keeps text, note, items and nominations', async () => {
    const words = { critique: 'Breathe.', note: 'A routine to keep.', switches: [1] }
    await send(sheet(one, 1, { ...words, critique_marks: [good, bad] }))
    const typeMark = async (revision: number, points: number, client_id: string = crypto.randomUUID(), text = '') => {
      const mark = { registration_routine_id: one, seat_id, revision, client_id, points, critique: text }
      const reply = await call(desk, 'POST', '/v1/office/scores', mark)
      expect(reply.statusCode, reply.body).toBe(200)
      return client_id
    }
    const latest = async () => (await readPack()).sheets[0]
    const typedId = await typeMark(2, 9_100)
    const items = [good, bad].map((item) => expect.objectContaining(item))
    expect(await latest()).toMatchObject({ client_id: typedId, points: 9_100, ...words, critique_marks: items })
    // Sent again after a lost answer, it is the same one.
    await typeMark(2, 9_100, typedId)

    // The office's text goes along as well, and stays what studios read.
    const text = { critique: 'Breathe out.', note: '', good: [technique], bad: [] }
    expect((await call(desk, 'PUT', `/v1/office/critiques/${typedId}`, text)).statusCode).toBe(200)
    await typeMark(3, 9_200)
    await typeMark(2, 9_100, typedId)
    // The earlier mark is not the office's to change any more: nobody would read it.
    const refusal = await call(desk, 'PUT', `/v1/office/critiques/${typedId}`, text)
    expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'critique.later_mark'])
    const readShown = async () => {
      const { entries } = (await call(desk, 'GET', `/v1/office/critiques?tour_date_id=${order.tour_date_id}`)).json()
      return entries.find(({ id }: { id: number }) => id === one).sheets[0]
    }
    expect(await latest()).toMatchObject({ points: 9_200, ...words })
    // Until a second person confirms, studios would read what the judge sent.
    expect(await readShown()).toMatchObject({ critique: 'Breathe.', good: [technique], bad: [turns] })
    const colleague = await addAccount(stage, 'second@example.com')
    const confirm = async (...client_ids: string[]) => {
      const reply = await call(colleague, 'POST', '/v1/office/scores/decide', { client_ids, decision: 'confirm' })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    await confirm(typedId, (await latest()).client_id)
    expect(await readShown()).toMatchObject({ critique: 'Breathe out.', good: [technique], bad: [] })
    // A mark with a text of its own replaces the earlier one.
    await confirm(await typeMark(4, 9_300, undefined, 'Use the floor.'))
    expect(await readShown()).toMatchObject({ critique: 'Use the floor.', good: [technique] })
  })

  test('RES-008 a later mark of the tablet keeps what the office typed, unless the judge wrote something else', async () => {
    const earlier = sheet(one, 1, { critique: 'Breathe.' })
    await send(earlier)
    const typeText = async (client_id: string, critique: string) => {
      const text = { critique, note: 'Heard from the recording', good: [], bad: [] }
      expect((await call(desk, 'PUT', `/v1/office/critiques/${client_id}`, text)).statusCode).toBe(200)
    }
    await typeText(earlier.client_id, 'Breathe out.')
    const readText = async () => {
      const { entries } = (await call(desk, 'GET', `/v1/office/critiques?tour_date_id=${order.tour_date_id}`)).json()
      const { critique, note } = entries.find(({ id }: { id: number }) => id === one).sheets[0]
      return [critique, note]
    }
    const officeTexts = ['Breathe out.', 'Heard from the recording']
    await send(sheet(one, 2, { critique: 'Breathe.', points: 9_100 }), sheet(one, 3, { critique: 'Breathe.' }))
    expect(await readText()).toEqual(officeTexts)
    const [latest] = (await readPack()).sheets
    await typeText(latest.client_id, 'Breathe in and out.')
    await send(sheet(one, 4, { critique: 'Breathe.', points: 9_200 }))
    expect(await readText()).toEqual(['Breathe in and out.', 'Heard from the recording'])
    await withdraw(one, 3)
    await send(sheet(one, 5, { critique: 'Breathe.' }))
    expect(await readText()).toEqual(officeTexts)
    await send(sheet(one, 6, { critique: 'Breathe.', note: 'Twice' }))
    expect(await readText()).toEqual(['Breathe.', 'Twice'])
    await send(sheet(one, 7, { critique: 'Use the floor.' }))
    expect(await readText()).toEqual(['Use the floor.', ''])
    // Of another entry or seat nothing goes along.
    const second = await pairDirectly(stage, desk, seats[1] ?? 0)
    const ofSecond = sheet(one, 8, { critique: 'Breathe.' })
    const ofOther = sheet(other, 8, { critique: 'Breathe.' })
    expect([await sendFrom(second.token, ofSecond), await send(ofOther)]).toEqual([['stored'], ['stored']])
    const texts = db.selectFrom('critique_texts').select('critique')
    expect(await texts.where('client_id', 'in', [ofSecond.client_id, ofOther.client_id]).execute()).toEqual([])
  })

  describe('RES-008 a later mark of the tablet meets items that the office changed', () => {
    const words = { critique: 'Breathe.', note: '' }
    const [jumps, arms] = [
      { good: true, at_ms: null },
      { good: false, at_ms: 800 },
    ]
    let [jumpsId, armsId] = [0, 0]
    const itemsSent = (...items: { critique_item_id: number; good: boolean; at_ms: number | null }[]) => ({
      ...words,
      critique_marks: items,
    })
    const based = (base: ReturnType<typeof sheet>, ...items: object[]) => ({
      ...itemsSent(...(items as never[])),
      base_sheet: {
        client_id: base.client_id,
        critique_marks: (base as never as { critique_marks: object[] }).critique_marks,
      },
    })
    const setItems = async (client_id: string, goodIds: number[], badIds: number[]) => {
      const body = { ...words, good: goodIds, bad: badIds }
      expect((await call(desk, 'PUT', `/v1/office/critiques/${client_id}`, body)).statusCode).toBe(200)
    }
    const audits = async () => {
      const { rows } = (await call(desk, 'GET', `/v1/office/audit?entity=routine&entity_id=${one}`)).json()
      const lines = (rows as AuditEntry[]).filter(({ action }) => action.endsWith('office items'))
      return lines.map((row) => auditSentence(row, { onItsPage: true }))
    }
    beforeEach(async () => {
      jumpsId = await addItem(stage, `Jumps ${order.tour_date_id}`)
      armsId = await addItem(stage, `Arms ${order.tour_date_id}`)
    })

    test('keeps them, also through a queue of sheets, and leaves the judge’s own changes', async () => {
      const first = sheet(one, 1, itemsSent(good, bad))
      await send(first)
      // The office turns Turns around and adds Jumps.
      await setItems(first.client_id, [technique, turns, jumpsId], [])
      const second = sheet(one, 2, based(first, good, bad, { critique_item_id: armsId, ...arms }))
      const third = sheet(one, 3, based(second, bad, { critique_item_id: armsId, ...arms }))
      expect(await send(second, third)).toEqual(['stored', 'stored'])
      expect((await itemsOf(one)).toSorted()).toEqual(
        [
          [turns, true, null],
          [jumpsId, true, null],
          [armsId, false, 800],
        ].toSorted(),
      )
      expect(await audits()).toEqual(
        Array(2).fill(
          `Judge 1 sent a later mark of this routine; it keeps what the office had set: Turns good, Jumps ${order.tour_date_id} good.`,
        ),
      )
      // Sent again, nothing changes and nothing is noted twice.
      expect(await send(second, third)).toEqual(['duplicate', 'duplicate'])
      expect(await audits()).toHaveLength(2)
    })

    test('gives way where the judge changed the same item, and where the tablet had shown what the office set', async () => {
      const first = sheet(one, 1, itemsSent(good))
      await send(first)
      await setItems(first.client_id, [jumpsId], [technique])
      const second = sheet(one, 2, based(first))
      await send(second)
      expect(await itemsOf(one)).toEqual([[jumpsId, true, null]])
      expect(await audits()).toEqual([
        'Judge 1 sent a later mark of this routine; it changes what the office had set from Technique bad to Technique removed.',
        `Judge 1 sent a later mark of this routine; it keeps what the office had set: Jumps ${order.tour_date_id} good.`,
      ])
      // Another tablet has the seat now. It shows what the office set, and the judge takes it back.
      const [latest] = (await readPack()).sheets
      expect(latest.critique_marks).toEqual([{ critique_item_id: jumpsId, ...jumps }])
      await send(sheet(one, 3, based(latest, bad)))
      expect(await itemsOf(one)).toEqual([[turns, false, null]])
      expect(await audits()).toHaveLength(2)
      // The judge's last item goes, and no earlier sheet's comes back.
      await send(sheet(one, 4, { ...words, base_sheet: null }))
      expect(await itemsOf(one)).toEqual([])
    })

    test('takes nothing from a sheet of another entry or seat, or from one that left the entry', async () => {
      const first = sheet(one, 1, itemsSent(good))
      await send(first)
      await setItems(first.client_id, [], [])
      const rival = await pairDirectly(stage, desk, seats[1] ?? 0)
      await sendFrom(rival.token, sheet(one, 1, based(first, good)))
      await send(sheet(other, 1, based(first, good)))
      expect(await itemsOf(one)).toEqual([[technique, true, 12_500]])
      expect(await itemsOf(other)).toEqual([[technique, true, 12_500]])
      await asOffice('swap', { one_id: one, other_id: other, seat_ids: [seat_id], reason: 'Mixed up' })
      await send(sheet(one, 4, based(first, good)))
      expect((await itemsOf(one)).filter(([id]) => id === technique)).toHaveLength(2)
      expect(await audits()).toEqual([])
    })
  })

  test('the entry on stage is told to the judges of its block', async () => {
    expect(await asJudge('GET', '/v1/judging/stage')).toEqual({ entry_ids: [] })
    const onStage = db.updateTable('running_order_entries').set({ state: 'on_stage' })
    await onStage.where('registration_routine_id', '=', other).execute()
    expect(await asJudge('GET', '/v1/judging/stage')).toEqual({ entry_ids: [other] })
  })
})

describe('a hand-over by QR codes', () => {
  const codesOf = async (sheets: ReturnType<typeof sheet>[]) => {
    const { device_id, key } = (await readPack()).hand_over
    const text = handOverText(sheets)
    return handOverCodes({ device_id, seal: sealOf(key, text), text })
  }
  const receive = (codes: readonly string[]) => call(desk, 'POST', '/v1/office/scores/receive', { codes })
  const statuses = async (codes: readonly string[]) =>
    (await receive(codes)).json().sheets.map(({ status }: { status: string }) => status)

  test('is stored by the same rule as sheets that the tablet sends, with their items, and nothing twice', async () => {
    const sheets = [
      sheet(one, 1, { critique: 'Ünder the arch… '.repeat(200), critique_marks: [good] }),
      sheet(other, 1, { points: 9_025 }),
      sheet(order.routines[2] ?? 0, 1),
    ]
    const codes = await codesOf(sheets)
    expect(codes.length).toBeGreaterThan(1)
    expect(await statuses(codes.toReversed())).toEqual(['stored', 'refused', 'refused'])
    expect(await statuses(codes)).toEqual(['duplicate', 'refused', 'refused'])
    // The network is back: the tablet sends them too.
    expect(await send(...sheets)).toEqual(['duplicate', 'refused', 'refused'])
    expect(await itemsOf(one)).toEqual([[technique, true, 12_500]])
    expect((await readPack()).sheets).toMatchObject([{ points: 9_000, critique: sheets[0]?.critique }])
  })

  test('RES-008 keeps what the office changed on the sheet before, as sheets of the network do', async () => {
    const first = sheet(one, 1, { critique_marks: [good, bad] })
    await send(first)
    const text = { critique: '', note: '', good: [technique], bad: [] }
    expect((await call(desk, 'PUT', `/v1/office/critiques/${first.client_id}`, text)).statusCode).toBe(200)
    const base_sheet = { client_id: first.client_id, critique_marks: [good, bad] }
    const later = sheet(one, 2, { critique_marks: [good, bad], base_sheet })
    expect(await statuses(await codesOf([later]))).toEqual(['stored'])
    expect(await itemsOf(one)).toEqual([[technique, true, 12_500]])
  })

  test('of a replaced device is contested, and of one that was taken away refused', async () => {
    const codes = await codesOf([sheet(one, 1)])
    const replaced_at = instant('2024-10-01T15:00:00Z')
    await db.updateTable('judge_devices').where('id', '=', device.id).set({ replaced_at }).execute()
    expect(await statuses(codes)).toEqual(['contested'])
    await db.updateTable('judge_devices').where('id', '=', device.id).set({ revoked_at: replaced_at }).execute()
    expect((await receive(codes)).statusCode).toBe(404)
  })

  test('with a missing code, a changed mark, or a seal of another device stores nothing', async () => {
    const codes = await codesOf([sheet(one, 1, { note: 'n'.repeat(1_900) })])
    expect((await receive(codes.slice(1))).json().code).toBe('hand_over.incomplete')
    expect((await receive(['https://example.com'])).json().code).toBe('hand_over.unreadable')
    const forgedCodes = codes.map((code) => code.replace(',9000,', ',9900,'))
    expect((await receive(forgedCodes)).json().code).toBe('hand_over.foreign')
    const rival = await makePanel(stage, order.tour_date_id, { name: 'B' })
    const { id } = await pairDirectly(stage, desk, rival.seats[0] ?? 0)
    const foreign = codes.map((code) => code.replace(` ${device.id} `, ` ${id} `))
    expect((await receive(foreign)).json().code).toBe('hand_over.foreign')
    expect((await readPack()).sheets).toEqual([])
  })
})
