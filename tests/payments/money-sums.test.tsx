// @vitest-environment jsdom
import { cents } from '@callboard/domain/kernel/money.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MoneySums, type CityMoney } from '../../web/src/payments/office/MoneySums.tsx'

// The cast: the sums read amounts and counts alone.
const city = (unfinished_received: number) =>
  ({
    charged: cents(100),
    received: cents(100),
    given_back: cents(0),
    unfinished_received: cents(unfinished_received),
    registrations: 1,
    deposits: 0,
    deposits_owed: cents(0),
    deposits_received: cents(0),
    checks: 0,
    checks_owed: cents(0),
  }) as CityMoney

test('money on registrations that are not completed is told only where there is some', () => {
  const { rerender } = render(<MoneySums of={[city(0)]} />)
  expect(screen.queryByText(/not completed/)).toBeNull()
  rerender(<MoneySums of={[city(0), city(250)]} />)
  screen.getByText('$2.50 more on registrations not completed')
})
