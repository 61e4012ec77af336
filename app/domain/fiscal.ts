import { getTillClock, hasTillZone } from '~/lib/dates'

interface FiscalReceipt {
  createdAt: string
  /** The till's zone, for an instant in UTC; null: unknown. */
  timeZone: string | null
  isRefund: boolean
  /** In kopecks. */
  totalSum: number
  fiscalDriveNumber?: string | undefined
  fiscalDocumentNumber?: string | undefined
  fiscalSign?: string | undefined
}

const isDigits = (value: string | undefined): value is string => /^\d{1,20}$/.test(value ?? '')

/**
 * The content of a fiscal receipt's QR code for the tax service's app
 * (`t=20260413T1804&s=1249.90&fn=…&i=…&fp=…&n=1`); null when data are missing. `t` is the till's own
 * time, as printed. `n` is 1 for a purchase and 2 for a refund.
 */
export function fiscalQr(receipt: FiscalReceipt): string | null {
  const { fiscalDriveNumber: fn, fiscalDocumentNumber: i, fiscalSign: fp, isRefund } = receipt
  // A refund's sum may be negative, but its receipt shows no minus.
  const total = isRefund ? Math.abs(receipt.totalSum) : receipt.totalSum
  if (!isDigits(fn) || !isDigits(i) || !isDigits(fp) || total < 0) return null
  if (!hasTillZone(receipt.createdAt) && receipt.timeZone === null) return null
  const { year, month, day, hour, minute } = getTillClock(receipt.createdAt, receipt.timeZone)
  const sum = `${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`
  return `t=${year}${month}${day}T${hour}${minute}&s=${sum}&fn=${fn}&i=${i}&fp=${fp}&n=${isRefund ? 2 : 1}`
}
