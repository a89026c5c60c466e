import { insertUnclaimedStudio } from '@callboard/server/dev/build-people.ts'
import { uploadLimits } from '@callboard/domain/kernel/files.ts'
import { instant } from '@callboard/domain/kernel/instant.ts'
import { contactTypes, defaultCountryId } from '@callboard/domain/roster/contact.ts'
import { glowMilliseconds } from '../../web/src/ui/bill-changes.ts'
import {
  debounceMilliseconds,
  idleMilliseconds,
  phoneBelow,
  searchCloseMilliseconds,
  searchRestMilliseconds,
  tickMilliseconds,
} from '../../web/src/ui/clock.ts'
import { toastMilliseconds } from '../../web/src/ui/toasts.ts'
import { describe, expect, test } from 'vitest'
import { openStage } from '../kit.ts'

describe('the values that screens use', () => {
  test.each([
    ['CONST-011 typing rests 150 ms', debounceMilliseconds, 150],
    ['CONST-011 a toast stays 2 s', toastMilliseconds, 2_000],
    ['CONST-011 what changed is highlighted for 2 s', glowMilliseconds, 2_000],
    ['CONST-011 a person is away after 900000 ms', idleMilliseconds, 900_000],
    ['CONST-011 the clock is read every 60 s', tickMilliseconds, 60_000],
    ['CONST-011 under 768 px a screen is a phone’s', phoneBelow, 768],
    ['CONST-023 the studio search asks when typing rested 300 ms', searchRestMilliseconds, 300],
    ['CONST-023 its list stays 150 ms after the field was left', searchCloseMilliseconds, 150],
    ['CONST-010 contact type 1 is email', contactTypes.email, 1],
    ['CONST-010 contact type 2 is phone', contactTypes.phone, 2],
    ['CONST-010 a new address is in country 1', defaultCountryId, 1],
    ['CONST-014 an image has at most 10485760 bytes', uploadLimits.image, 10_485_760],
    ['CONST-014 a piece of music has at most 50 MB', uploadLimits.audio, 50 * 1024 * 1024],
  ])('%s', (_, value, limit) => {
    expect(value).toBe(limit)
  })
})

test('CONST-023 the studio search answers at most 20', async () => {
  const { db, call } = await openStage()
  const created = instant('2024-01-01')
  await db.transaction().execute(async (tx) => {
    for (let number = 1; number <= 25; number += 1) {
      const studioValues = {
        name: `Juniper ${number}`,
        city: 'Salem',
        state_id: 38,
        email: `j${number}@example.com`,
        created,
      }
      await insertUnclaimedStudio(tx, studioValues)
    }
  })
  expect((await call(0, 'GET', '/v1/mybtf/studios?searchText=juniper')).json()).toHaveLength(20)
})
