/**
 * A link that calls a phone number, formatted as configured.
 * @param phone e.g. `8 800 000-00-00`
 */
export function PhoneLink({ phone, className }: { phone: string; className?: string | undefined }) {
  return (
    <a className={className} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {phone}
    </a>
  )
}
