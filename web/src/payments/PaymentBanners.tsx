import type { PaymentBanner } from '@callboard/domain/payments/banners.ts'
import { StatusIcon, type StatusTone } from '../ui/StatusBadge.tsx'
import styles from './Payments.module.css'

const tones: Record<PaymentBanner['kind'], StatusTone> = {
  closed: 'stop',
  pending: 'standby',
  rates_changed: 'standby',
}

type PaymentBannersProps = {
  banners: readonly PaymentBanner[]
  /** Messages about promo codes that are no longer valid. */
  messages: readonly string[]
}

/** How the registration stands, above everything: closed, pending, rates changed. PAY-037. */
export const PaymentBanners = ({ banners, messages }: PaymentBannersProps) => (
  <div aria-live="polite" className={styles['banners']}>
    {banners.map(({ kind, text }) => (
      <div key={kind} className={styles['banner']} role="note">
        <StatusIcon state={tones[kind]} />
        <span>{text}</span>
      </div>
    ))}
    {messages.map((text) => (
      <div key={text} className={styles['banner']} role="note">
        <StatusIcon state="standby" />
        <span>{text} It was removed from your registration.</span>
      </div>
    ))}
  </div>
)
